import { finished, type Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../database/pool.ts';
import { Refusal } from '../refusal.ts';
import { countIfRoom, endPeriod } from '../use-counts.ts';

/** The time that a second call waits for the first, so that a client that sends both at once need not retry. */
const waitMs = 2_000;
/** The interval between checks for a call on another node. */
const pauseMs = 100;
const retryAfterSeconds = 3;
/** The maximum duration of a response. A slow client is cut off, so that it cannot hold the lock longer. */
const maxResponseMs = 120_000;
/** The lease outlasts the longest response. After a crash, the lock is free again after this time. */
const leaseSeconds = maxResponseMs / 1_000 + 10;

/** Waits for the member's lock and holds it until the response has ended. Refusals: `too_many_requests`. */
export type OneAtATime = (memberId: string, name: string, response: Writable) => Promise<void>;

/**
 * Gives each member one lock per name. The lock is a database row, so all nodes share it. Calls on the same node are
 * checked in memory first.
 */
export function oneAtATime(pool: Pool, { maxMs = maxResponseMs } = {}): OneAtATime {
  const running = new Map<string, Promise<void>>();
  const waiting = new Set<string>();

  const wait = async (key: string, first: Promise<void>) => {
    if (waiting.has(key)) throw tooMany();
    waiting.add(key);
    const stop = new AbortController();
    await Promise.race([first, sleep(waitMs, undefined, stop)]).finally(() => waiting.delete(key));
    stop.abort();
  };

  return async (memberId, name, response) => {
    const key = `${name} ${memberId}`;
    const first = running.get(key);
    if (first) await wait(key, first);
    if (running.has(key)) throw tooMany();
    const { promise, resolve } = Promise.withResolvers<void>();
    running.set(key, promise);
    const release = () => {
      running.delete(key);
      resolve();
    };
    try {
      await takeLease(pool, memberId, name);
    } catch (error) {
      release();
      throw error;
    }
    const cut = setTimeout(() => response.destroy(), maxMs);
    finished(response, () => {
      clearTimeout(cut);
      // If releasing the lease fails, it expires by itself.
      void endPeriod(pool, memberId, leaseOf(name))
        .catch(() => undefined)
        .then(release);
    });
  };
}

const tooMany = () =>
  new Refusal('too_many_requests', 'Another download is still being prepared. Try again when it is finished.', {
    retryAfterSeconds,
  });

async function takeLease(pool: Pool, memberId: string, name: string) {
  const lease = { use: leaseOf(name), max: 1, seconds: leaseSeconds };
  for (const end = Date.now() + waitMs; !(await countIfRoom(pool, memberId, lease)); await sleep(pauseMs))
    if (Date.now() > end) throw tooMany();
}

const leaseOf = (name: string) => `${name}-under-way`;
