import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { keepingLoader, type Changes, type Found } from './keeping-loader.ts';

const noon = new Date('2026-03-01T12:00:00Z');
const minutesLater = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

/** Letters belong to the owner of their group: a1 and a2 to a. */
let fetched: string[][];
let next: Changes;
let stored: (key: string) => Found<string> | undefined;
let beforeAnswer: () => Promise<void>;
let look: () => Promise<Changes>;

beforeEach(() => {
  fetched = [];
  next = { owners: new Set(), now: noon };
  stored = (key) => ({ owner: key.slice(0, 1), value: `${key} as fetched ${fetched.length}` });
  beforeAnswer = async () => undefined;
  look = async () => next;
});

const loader = (options?: { capacity?: number; knownForMs?: number }) =>
  keepingLoader<string>(
    async (keys) => {
      fetched.push(keys);
      const found = new Map<string, Found<string>>();
      for (const key of keys) {
        const one = stored(key);
        if (one) found.set(key, one);
      }
      await beforeAnswer();
      return found;
    },
    () => look(),
    options,
  );

describe('a loader that keeps what it found', () => {
  test('fetches once what does not change, also where it is asked for together with something new', async () => {
    const { load } = loader();
    expect(await load('a1')).toBe('a1 as fetched 1');
    expect(await Promise.all([load('a1'), load('b1')])).toEqual(['a1 as fetched 1', 'b1 as fetched 2']);
    expect(await load('b1')).toBe('b1 as fetched 2');
    expect(fetched).toEqual([['a1'], ['b1']]);
  });

  test('fetches anew all that belongs to whoever has changed, and nothing else', async () => {
    const { load } = loader();
    await Promise.all([load('a1'), load('a2'), load('b1')]);
    next = { owners: new Set(['a']), now: noon };
    expect(await load('a1')).toBe('a1 as fetched 2');
    next = { owners: new Set(), now: noon };
    expect(await Promise.all([load('a1'), load('a2'), load('b1')])).toEqual([
      'a1 as fetched 2',
      'a2 as fetched 3',
      'b1 as fetched 1',
    ]);
  });

  test('fetches anew whatever anybody has where everybody may have changed', async () => {
    const { load } = loader();
    await Promise.all([load('a1'), load('b1')]);
    next = { owners: 'everybody', now: noon };
    expect(await Promise.all([load('a1'), load('b1')])).toEqual(['a1 as fetched 2', 'b1 as fetched 2']);
  });

  test('keeps nothing that was fetched beside a look that found its owner changed', async () => {
    const { load } = loader();
    next = { owners: new Set(['a']), now: noon };
    expect(await load('a1')).toBe('a1 as fetched 1');
    next = { owners: 'everybody', now: noon };
    expect(await load('b1')).toBe('b1 as fetched 2');
    next = { owners: new Set(), now: noon };
    expect(await Promise.all([load('a1'), load('b1')])).toEqual(['a1 as fetched 3', 'b1 as fetched 3']);
  });

  test('keeps a value until its time has come, by the clock it is told', async () => {
    const { load } = loader();
    stored = (key) => ({ owner: 'a', value: `${key} as fetched ${fetched.length}`, until: minutesLater(5) });
    await load('a1');
    next = { owners: new Set(), now: minutesLater(4.9) };
    expect(await load('a1')).toBe('a1 as fetched 1');
    next = { owners: new Set(), now: minutesLater(5) };
    expect(await load('a1')).toBe('a1 as fetched 2');
  });

  test('asks again for what was not there', async () => {
    const { load } = loader();
    stored = () => undefined;
    expect(await load('a1')).toBeUndefined();
    stored = () => ({ owner: 'a', value: 'here' });
    expect(await load('a1')).toBe('here');
  });

  test('no longer answers with what is gone', async () => {
    const { load } = loader();
    await load('a1');
    stored = () => undefined;
    next = { owners: new Set(['a']), now: noon };
    expect(await load('a1')).toBeUndefined();
    next = { owners: new Set(), now: noon };
    expect(await load('a1')).toBeUndefined();
  });

  test('lets go of what nobody has asked for the longest where there is no room', async () => {
    const { load } = loader({ capacity: 2 });
    await load('a1');
    await load('b1');
    await load('a1');
    await load('c1');
    expect(await Promise.all([load('a1'), load('c1')])).toEqual(['a1 as fetched 1', 'c1 as fetched 3']);
    expect(await load('b1')).toBe('b1 as fetched 4');
    expect(fetched).toHaveLength(4);
  });

  test('knows without asking what it has kept, as of the last look', async () => {
    const { load, known } = loader();
    expect(known('a1')).toBeUndefined();
    await Promise.all([load('a1'), load('b1')]);
    expect([known('a1'), known('b1'), known('c1')]).toEqual(['a1 as fetched 1', 'b1 as fetched 1', undefined]);
    next = { owners: new Set(['a']), now: noon };
    expect(known('a1')).toBe('a1 as fetched 1');
    await load('b1');
    expect([known('a1'), known('b1')]).toEqual([undefined, 'b1 as fetched 1']);
    expect(fetched).toHaveLength(1);
  });

  test('knows nothing where the last look is too long ago, counted from when it began', async () => {
    const { load, known } = loader({ knownForMs: 100 });
    beforeAnswer = () => setTimeout(150);
    await load('a1');
    expect(known('a1')).toBeUndefined();
    await load('a1');
    expect(known('a1')).toBe('a1 as fetched 1');
    await setTimeout(150);
    expect(known('a1')).toBeUndefined();
  });

  test('knows nothing without asking that may change by itself', async () => {
    const { load, known } = loader();
    stored = (key) => ({ owner: 'a', value: `${key} as fetched ${fetched.length}`, until: minutesLater(5) });
    expect(await load('a1')).toBe('a1 as fetched 1');
    expect(known('a1')).toBeUndefined();
  });

  test('forgets what has changed, also where what it fetches beside the look does not arrive', async () => {
    const { load } = loader();
    await load('a1');
    next = { owners: new Set(['a']), now: noon };
    beforeAnswer = () => Promise.reject(new Error('the connection is gone'));
    await expect(Promise.all([load('a1'), load('b1')])).rejects.toThrow('the connection is gone');
    beforeAnswer = async () => undefined;
    next = { owners: new Set(), now: noon };
    expect(await load('a1')).toBe('a1 as fetched 3');
  });

  test('looks once at a time, also where what it fetches beside a look has failed', async () => {
    const { load } = loader();
    const looks: PromiseWithResolvers<Changes>[] = [];
    look = () => {
      looks.push(Promise.withResolvers());
      return looks.at(-1)?.promise ?? Promise.resolve(next);
    };
    beforeAnswer = () => Promise.reject(new Error('the connection is gone'));
    const first = load('a1').catch(() => 'failed');
    await setTimeout(10);
    beforeAnswer = async () => undefined;
    const second = load('a1');
    await setTimeout(10);
    expect(looks).toHaveLength(1);
    looks[0]?.resolve(next);
    expect(await first).toBe('failed');
    await setTimeout(10);
    looks[1]?.resolve(next);
    expect(await second).toBe('a1 as fetched 2');
  });

  test('answers nothing where the look fails, and has lost nothing', async () => {
    const { load } = loader();
    await load('a1');
    look = () => Promise.reject(new Error('the connection is gone'));
    await expect(load('a1')).rejects.toThrow('the connection is gone');
    look = async () => next;
    expect(await load('a1')).toBe('a1 as fetched 1');
  });

  test('keeps nothing of a fetch that failed, and goes on', async () => {
    const { load } = loader();
    beforeAnswer = () => Promise.reject(new Error('the connection is gone'));
    await expect(load('a1')).rejects.toThrow('the connection is gone');
    beforeAnswer = async () => undefined;
    expect(await load('a1')).toBe('a1 as fetched 2');
  });
});
