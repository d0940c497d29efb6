import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openAdmission } from './admission.ts';

/** An admission for 100 requests, never fewer than ten, with a clock that the test sets. */
function admissionWithClock() {
  const clock = { ms: 0 };
  const admission = openAdmission({ maximum: 100, minimum: 10, now: () => clock.ms });
  return { admission, clock };
}

const admitMany = (admission: ReturnType<typeof openAdmission>, key: string, times: number) =>
  Array.from({ length: times }, () => admission.admit(key)).filter((leave) => leave !== undefined);

describe('a caller that floods the server', () => {
  test('admits a flooding caller to half of the limit, and leaves room for other callers', () => {
    const { admission } = admissionWithClock();
    expect(admitMany(admission, 'flood', 1_000)).toHaveLength(50);
    for (let i = 0; i < 20; i++) expect(admission.admit(`member ${i}`)).toBeDefined();
    expect(admission.figures()).toMatchObject({ inFlight: 70, shed: 950 });
  });

  test('admits at most 512 concurrent requests of one caller', () => {
    const admission = openAdmission();
    expect(admitMany(admission, 'flood', 3_000)).toHaveLength(512);
    expect(admitMany(admission, 'another', 3_000)).toHaveLength(512);
    expect(admission.figures()).toMatchObject({ inFlight: 1_024, limit: 4_096 });
  });

  test('admits two flooding callers to two thirds of the limit together', () => {
    const { admission } = admissionWithClock();
    const both = Array.from({ length: 1_000 }, (_, i) => admission.admit(`flood ${i % 2}`)).filter(Boolean);
    expect(both).toHaveLength(67);
    expect(admission.admit('another caller')).toBeDefined();
  });

  test('admits a flooding caller again when one of its requests ends', () => {
    const { admission } = admissionWithClock();
    const [first] = admitMany(admission, 'flood', 1_000);
    expect(admission.admit('flood')).toBeUndefined();
    first?.();
    first?.();
    expect(admission.admit('flood')).toBeDefined();
    expect(admission.admit('flood')).toBeUndefined();
  });
});

describe('the admission limit', () => {
  test('rejects only callers with running requests after the limit has fallen', () => {
    const { admission, clock } = admissionWithClock();
    admitMany(admission, 'flood', 50);
    for (let i = 0; i < 10; i++) {
      clock.ms += 250;
      expect(admission.admit('flood')).toBeUndefined();
    }
    expect(admission.figures()).toMatchObject({ limit: 10, inFlight: 50 });
    expect(admitMany(admission, 'new caller', 2)).toHaveLength(1);
  });

  test('limits the number of concurrent callers', () => {
    const { admission, clock } = admissionWithClock();
    for (let i = 0; i < 20; i++) admission.admit(`early ${i}`);
    for (let i = 0; i < 10; i++) {
      clock.ms += 250;
      admission.admit('early 1');
    }
    expect(admission.admit('late')).toBeUndefined();
  });

  test('lowers the limit of requests to its minimum while no request ends, and raises it after fast responses', () => {
    const { admission, clock } = admissionWithClock();
    const stuck = Array.from({ length: 60 }, (_, i) => admission.admit(`${i}`));
    for (let i = 0; i < 10; i++) {
      clock.ms += 250;
      admission.admit('next');
    }
    expect(admission.figures().limit).toBe(10);
    for (const leave of stuck) leave?.();
    for (let i = 0; i < 10; i++) {
      clock.ms += 250;
      admission.admit(`after ${i}`)?.();
    }
    expect(admission.figures().limit).toBe(100);
  });

  test('lowers the limit of requests while even the fastest response is slow', () => {
    const { admission, clock } = admissionWithClock();
    for (let i = 0; i < 10; i++) {
      const leaves = Array.from({ length: 20 }, (_, n) => admission.admit(`${i} ${n}`));
      clock.ms += 600;
      for (const leave of leaves.slice(0, 5)) leave?.();
    }
    expect(admission.figures().limit).toBeLessThan(60);
  });

  test('keeps the limit of requests during long uploads among fast responses', () => {
    const { admission, clock } = admissionWithClock();
    for (let i = 0; i < 15; i++) admission.admit(`upload ${i}`);
    for (let i = 0; i < 40; i++) {
      const leave = admission.admit('fast');
      clock.ms += 100;
      leave?.();
    }
    expect(admission.figures().limit).toBe(100);
  });

  test('never exceeds the limit of requests and always admits a new caller', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(8), fc.boolean()), { maxLength: 400 }), (steps) => {
        const { admission } = admissionWithClock();
        const inside: (() => void)[] = [];
        for (const [who, comes] of steps) {
          const leave = comes ? admission.admit(`${who}`) : inside.shift()?.();
          if (leave) inside.push(leave);
          expect(admission.figures().inFlight).toBe(inside.length);
          expect(inside.length).toBeLessThan(100);
        }
        expect(admission.admit('new caller')).toBeDefined();
      }),
    );
  });
});
