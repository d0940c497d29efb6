import { afterEach, describe, expect, test, vi } from 'vitest';
import { openThreadPool, type ThreadPool } from './thread-pool.ts';

const file = new URL('../../../test/trial-thread.ts', import.meta.url);
const slow = new URL('../../../test/slow-thread.ts', import.meta.url);
const stuck = new URL('../../../test/stuck-thread.ts', import.meta.url);
const lost = { name: 'ThreadLost' };

let pool: ThreadPool<string, number>;
const open = (options: { file?: URL; maxThreads?: number; maxStepMs?: number; idleMs?: number } = {}) =>
  (pool = openThreadPool({ file, maxThreads: 1, maxStepMs: 20_000, maxHeapMb: 32, ...options }));
afterEach(() => pool.close());

describe('a conversation with a thread', () => {
  test('keeps conversations in one thread separate', async () => {
    const [one, two] = [open().begin(), pool.begin()];
    expect(await Promise.all([one.ask('a'), two.ask('b')])).toEqual([1, 1]);
    expect([await one.ask('c'), await one.ask('d'), await two.ask('e')]).toEqual([2, 3, 2]);
  });

  test('a conversation with a thread continues after a failed question', async () => {
    const talk = open().begin();
    await expect(talk.ask('fail')).rejects.toThrow('as it was asked');
    expect(await talk.ask('a')).toBe(2);
  });

  // Rules: identity-17
  test.each(['end', 'eat'])(
    'fails the conversations of a thread that ends, and starts a new thread: %s',
    async (question) => {
      const [one, two] = [open().begin(), pool.begin()];
      await two.ask('a');
      const both = Promise.allSettled([one.ask(question), two.ask('b')]);
      expect((await both).map(({ status }) => status)).toContain('rejected');
      await expect(one.ask('a')).rejects.toMatchObject(lost);
      one.end();
      two.end();
      expect(await pool.begin().ask('a')).toBe(1);
    },
  );

  // Rules: identity-17
  test('a conversation fails when its thread stops responding', async () => {
    const talk = open({ maxStepMs: 2_000 }).begin();
    await talk.ask('a');
    await expect(talk.ask('stand still')).rejects.toMatchObject(lost);
    expect(await pool.begin().ask('a')).toBe(1);
  });

  test('a conversation fails when the thread pool is closed', async () => {
    const talk = open().begin();
    await talk.ask('a');
    const asked = talk.ask('stand still');
    await Promise.all([expect(asked).rejects.toMatchObject(lost), pool.close()]);
    expect(() => pool.begin()).toThrow('closed');
  });
});

test('ends an idle thread and starts another thread on demand', async () => {
  const talk = open({ idleMs: 10 }).begin();
  await talk.ask('a');
  talk.end();
  await vi.waitFor(() => expect(talk.ask('a')).rejects.toMatchObject(lost), { timeout: 30_000 });
  expect(await pool.begin().ask('a')).toBe(1);
});

test('terminates a thread only after its modules have loaded', async () => {
  const seen: string[] = [];
  const loading = new BroadcastChannel('slow thread');
  loading.addEventListener('message', (event) => {
    if (event instanceof MessageEvent) seen.push(String(event.data));
  });
  open({ file: slow }).begin();
  await pool.close();
  loading.close();
  expect(seen).toEqual(['awaits', 'loaded']);
});

test('terminates a thread that never finishes loading', async () => {
  const talk = open({ file: stuck, maxStepMs: 500 }).begin();
  await pool.close();
  await expect(talk.ask('a')).rejects.toMatchObject(lost);
});
