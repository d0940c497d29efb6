import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { loaderCache, type Changes, type Found } from './loader-cache.ts';

const noon = new Date('2026-03-01T12:00:00Z');
const minutesLater = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

/** The first letter of a key is its owner: a1 and a2 belong to a. */
let fetched: string[][];
let next: Changes;
let stored: (key: string) => Found<string> | undefined;
let beforeAnswer: () => Promise<void>;
let readChanges: () => Promise<Changes>;

beforeEach(() => {
  fetched = [];
  next = { owners: new Set(), now: noon };
  stored = (key) => ({ owner: key.slice(0, 1), value: `${key} as fetched ${fetched.length}` });
  beforeAnswer = async () => undefined;
  readChanges = async () => next;
});

const loader = (options?: { capacity?: number; knownForMs?: number }) =>
  loaderCache<string>(
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
    () => readChanges(),
    options,
  );

describe('loaderCache', () => {
  test('fetches an unchanged value once, even in a batch with a new key', async () => {
    const { load } = loader();
    expect(await load('a1')).toBe('a1 as fetched 1');
    expect(await Promise.all([load('a1'), load('b1')])).toEqual(['a1 as fetched 1', 'b1 as fetched 2']);
    expect(await load('b1')).toBe('b1 as fetched 2');
    expect(fetched).toEqual([['a1'], ['b1']]);
  });

  test('fetches again only the values of changed owners', async () => {
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

  test('fetches a value with two owners again when either owner changed', async () => {
    stored = (key) => ({ owner: 'a', coOwner: 'b', value: `${key} as fetched ${fetched.length}` });
    const { load } = loader();
    await load('a1');
    for (const [round, changed] of ['a', 'b', 'c'].entries()) {
      next = { owners: new Set([changed]), now: noon };
      expect(await load('a1')).toBe(`a1 as fetched ${Math.min(round + 2, 3)}`);
    }
  });

  test('fetches all values again when every owner may have changed', async () => {
    const { load } = loader();
    await Promise.all([load('a1'), load('b1')]);
    next = { owners: 'everybody', now: noon };
    expect(await Promise.all([load('a1'), load('b1')])).toEqual(['a1 as fetched 2', 'b1 as fetched 2']);
  });

  test('does not cache a value whose owner changed while it was fetched', async () => {
    const { load } = loader();
    next = { owners: new Set(['a']), now: noon };
    expect(await load('a1')).toBe('a1 as fetched 1');
    next = { owners: 'everybody', now: noon };
    expect(await load('b1')).toBe('b1 as fetched 2');
    next = { owners: new Set(), now: noon };
    expect(await Promise.all([load('a1'), load('b1')])).toEqual(['a1 as fetched 3', 'b1 as fetched 3']);
  });

  test('caches a value until its expiry time by the database’s clock', async () => {
    const { load } = loader();
    stored = (key) => ({ owner: 'a', value: `${key} as fetched ${fetched.length}`, until: minutesLater(5) });
    await load('a1');
    next = { owners: new Set(), now: minutesLater(4.9) };
    expect(await load('a1')).toBe('a1 as fetched 1');
    next = { owners: new Set(), now: minutesLater(5) };
    expect(await load('a1')).toBe('a1 as fetched 2');
  });

  test('fetches the value of a missing key again', async () => {
    const { load } = loader();
    stored = () => undefined;
    expect(await load('a1')).toBeUndefined();
    stored = () => ({ owner: 'a', value: 'here' });
    expect(await load('a1')).toBe('here');
  });

  test('returns nothing for a value that was removed', async () => {
    const { load } = loader();
    await load('a1');
    stored = () => undefined;
    next = { owners: new Set(['a']), now: noon };
    expect(await load('a1')).toBeUndefined();
    next = { owners: new Set(), now: noon };
    expect(await load('a1')).toBeUndefined();
  });

  test('drops the least recently used value when the cache is full', async () => {
    const { load } = loader({ capacity: 2 });
    await load('a1');
    await load('b1');
    await load('a1');
    await load('c1');
    expect(await Promise.all([load('a1'), load('c1')])).toEqual(['a1 as fetched 1', 'c1 as fetched 3']);
    expect(await load('b1')).toBe('b1 as fetched 4');
    expect(fetched).toHaveLength(4);
  });

  test('known returns cached values as of the last check, without a query', async () => {
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

  test('known returns nothing when the last check began too long ago', async () => {
    const { load, known } = loader({ knownForMs: 100 });
    beforeAnswer = () => setTimeout(150);
    await load('a1');
    expect(known('a1')).toBeUndefined();
    await load('a1');
    expect(known('a1')).toBe('a1 as fetched 1');
    await setTimeout(150);
    expect(known('a1')).toBeUndefined();
  });

  test('known returns nothing for a value with an expiry time', async () => {
    const { load, known } = loader();
    stored = (key) => ({ owner: 'a', value: `${key} as fetched ${fetched.length}`, until: minutesLater(5) });
    expect(await load('a1')).toBe('a1 as fetched 1');
    expect(known('a1')).toBeUndefined();
  });

  test('drops changed values even when the fetch during the check for changes fails', async () => {
    const { load } = loader();
    await load('a1');
    next = { owners: new Set(['a']), now: noon };
    beforeAnswer = () => Promise.reject(new Error('the connection is gone'));
    await expect(Promise.all([load('a1'), load('b1')])).rejects.toThrow('the connection is gone');
    beforeAnswer = async () => undefined;
    next = { owners: new Set(), now: noon };
    expect(await load('a1')).toBe('a1 as fetched 3');
  });

  test('never runs two checks for changes at once, even after a failed fetch', async () => {
    const { load } = loader();
    const checks: PromiseWithResolvers<Changes>[] = [];
    readChanges = () => {
      checks.push(Promise.withResolvers());
      return checks.at(-1)?.promise ?? Promise.resolve(next);
    };
    beforeAnswer = () => Promise.reject(new Error('the connection is gone'));
    const first = load('a1').catch(() => 'failed');
    await setTimeout(10);
    beforeAnswer = async () => undefined;
    const second = load('a1');
    await setTimeout(10);
    expect(checks).toHaveLength(1);
    checks[0]?.resolve(next);
    expect(await first).toBe('failed');
    await setTimeout(10);
    checks[1]?.resolve(next);
    expect(await second).toBe('a1 as fetched 2');
  });

  test('rejects a load when the check for changes fails, and keeps the cached values', async () => {
    const { load } = loader();
    await load('a1');
    readChanges = () => Promise.reject(new Error('the connection is gone'));
    await expect(load('a1')).rejects.toThrow('the connection is gone');
    readChanges = async () => next;
    expect(await load('a1')).toBe('a1 as fetched 1');
  });

  test('the loader cache stores nothing from a failed fetch, and works again afterwards', async () => {
    const { load } = loader();
    beforeAnswer = () => Promise.reject(new Error('the connection is gone'));
    await expect(load('a1')).rejects.toThrow('the connection is gone');
    beforeAnswer = async () => undefined;
    expect(await load('a1')).toBe('a1 as fetched 2');
  });
});
