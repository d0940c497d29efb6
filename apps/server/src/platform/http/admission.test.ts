import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openAdmission } from './admission.ts';

/** A door for a hundred, ten of them whatever happens, and the hand on its clock. */
function doorWithClock() {
  const clock = { ms: 0 };
  const door = openAdmission({ most: 100, least: 10, now: () => clock.ms });
  return { door, clock };
}

const admitMany = (door: ReturnType<typeof openAdmission>, key: string, times: number) =>
  Array.from({ length: times }, () => door.admit(key)).filter((leave) => leave !== undefined);

describe('who asks a thousand times at once', () => {
  test('gets half of the room, and everybody else finds some', () => {
    const { door } = doorWithClock();
    expect(admitMany(door, 'flood', 1_000)).toHaveLength(50);
    for (let i = 0; i < 20; i++) expect(door.admit(`member ${i}`)).toBeDefined();
    expect(door.figures()).toMatchObject({ inFlight: 70, shed: 950 });
  });

  test('gets no more than one may have, however much room there is', () => {
    const door = openAdmission();
    expect(admitMany(door, 'flood', 3_000)).toHaveLength(512);
    expect(admitMany(door, 'another', 3_000)).toHaveLength(512);
    expect(door.figures()).toMatchObject({ inFlight: 1_024, limit: 4_096 });
  });

  test('gets no more by asking under two names than two people would', () => {
    const { door } = doorWithClock();
    const both = Array.from({ length: 1_000 }, (_, i) => door.admit(`flood ${i % 2}`)).filter(Boolean);
    expect(both).toHaveLength(67);
    expect(door.admit('somebody else')).toBeDefined();
  });

  test('is let in again as its requests are answered', () => {
    const { door } = doorWithClock();
    const [first] = admitMany(door, 'flood', 1_000);
    expect(door.admit('flood')).toBeUndefined();
    first?.();
    first?.();
    expect(door.admit('flood')).toBeDefined();
    expect(door.admit('flood')).toBeUndefined();
  });
});

describe('the limit', () => {
  test('that has fallen keeps out who has something under way, and nobody else', () => {
    const { door, clock } = doorWithClock();
    admitMany(door, 'flood', 50);
    for (let i = 0; i < 10; i++) {
      clock.ms += 250;
      expect(door.admit('flood')).toBeUndefined();
    }
    expect(door.figures()).toMatchObject({ limit: 10, inFlight: 50 });
    expect(admitMany(door, 'somebody new', 2)).toHaveLength(1);
  });

  test('bounds how many askers there are at once, too', () => {
    const { door, clock } = doorWithClock();
    for (let i = 0; i < 20; i++) door.admit(`early ${i}`);
    for (let i = 0; i < 10; i++) {
      clock.ms += 250;
      door.admit('early 1');
    }
    expect(door.admit('late')).toBeUndefined();
  });

  test('falls to its least while nothing is answered, and rises again when answers come in time', () => {
    const { door, clock } = doorWithClock();
    const stuck = Array.from({ length: 60 }, (_, i) => door.admit(`${i}`));
    for (let i = 0; i < 10; i++) {
      clock.ms += 250;
      door.admit('next');
    }
    expect(door.figures().limit).toBe(10);
    for (const leave of stuck) leave?.();
    for (let i = 0; i < 10; i++) {
      clock.ms += 250;
      door.admit(`after ${i}`)?.();
    }
    expect(door.figures().limit).toBe(100);
  });

  test('falls while even the fastest answer is late', () => {
    const { door, clock } = doorWithClock();
    for (let i = 0; i < 10; i++) {
      const leaves = Array.from({ length: 20 }, (_, n) => door.admit(`${i} ${n}`));
      clock.ms += 600;
      for (const leave of leaves.slice(0, 5)) leave?.();
    }
    expect(door.figures().limit).toBeLessThan(60);
  });

  test('does not fall for one long upload, nor for slow answers among fast ones', () => {
    const { door, clock } = doorWithClock();
    for (let i = 0; i < 15; i++) door.admit(`upload ${i}`);
    for (let i = 0; i < 40; i++) {
      const leave = door.admit('fast');
      clock.ms += 100;
      leave?.();
    }
    expect(door.figures().limit).toBe(100);
  });

  test('is never passed, and there is room for somebody new unless it has just fallen', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(8), fc.boolean()), { maxLength: 400 }), (steps) => {
        const { door } = doorWithClock();
        const inside: (() => void)[] = [];
        for (const [who, comes] of steps) {
          const leave = comes ? door.admit(`${who}`) : inside.shift()?.();
          if (leave) inside.push(leave);
          expect(door.figures().inFlight).toBe(inside.length);
          expect(inside.length).toBeLessThan(100);
        }
        expect(door.admit('somebody new')).toBeDefined();
      }),
    );
  });
});
