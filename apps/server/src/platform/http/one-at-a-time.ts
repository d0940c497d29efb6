import { finished, type Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../database/pool.ts';
import { Refusal } from '../refusal.ts';
import { countIfRoom } from '../use-limit.ts';

/** A second call waits this long for the first to end: a caller that asks again at once need not ask twice. */
const patienceMs = 2_000;
/** How often a node asks whether the first has ended on another one. */
const pauseMs = 100;
const retryAfterSeconds = 3;
/** An answer that is not taken within this time is cut off, so that a slow reader holds a place for so long at most. */
const longestMs = 120_000;
/** A node that died gives its members' places back a little later than that. */
const leaseSeconds = longestMs / 1_000 + 10;

/** Waits for the member's place and holds it until the answer has ended. Refusals: `too_many_requests`. */
export type OneAtATime = (memberId: string, name: string, response: Writable) => Promise<void>;

/**
 * Gives each member one place for all calls of a name. The place is a row in the database, so that all nodes together
 * keep to it; what a node already has under way is known without asking.
 */
export function oneAtATime(pool: Pool, { longest = longestMs } = {}): OneAtATime {
  const underWay = new Map<string, Promise<void>>();
  const waiting = new Set<string>();

  const wait = async (key: string, first: Promise<void>) => {
    if (waiting.has(key)) throw tooMany();
    waiting.add(key);
    const stop = new AbortController();
    await Promise.race([first, sleep(patienceMs, undefined, stop)]).finally(() => waiting.delete(key));
    stop.abort();
  };

  return async (memberId, name, response) => {
    const key = `${name} ${memberId}`;
    const first = underWay.get(key);
    if (first) await wait(key, first);
    if (underWay.has(key)) throw tooMany();
    const { promise, resolve } = Promise.withResolvers<void>();
    underWay.set(key, promise);
    const leave = () => {
      underWay.delete(key);
      resolve();
    };
    try {
      await takeLease(pool, memberId, name);
    } catch (error) {
      leave();
      throw error;
    }
    const cut = setTimeout(() => response.destroy(), longest);
    finished(response, () => {
      clearTimeout(cut);
      // A lease that cannot be given back now ends by itself.
      void giveBack(pool, memberId, name)
        .catch(() => undefined)
        .then(leave);
    });
  };
}

const tooMany = () =>
  new Refusal(
    'too_many_requests',
    'Another download of yours is still being prepared. Try again when it is finished.',
    {
      retryAfterSeconds,
    },
  );

async function takeLease(pool: Pool, memberId: string, name: string) {
  const lease = { use: leaseOf(name), most: 1, seconds: leaseSeconds };
  for (const end = Date.now() + patienceMs; !(await countIfRoom(pool, memberId, lease)); await sleep(pauseMs))
    if (Date.now() > end) throw tooMany();
}

const giveBack = (pool: Pool, memberId: string, name: string) =>
  pool.query('update use_counts set counted_until = now() where user_id = $1 and use = $2', [memberId, leaseOf(name)]);

const leaseOf = (name: string) => `${name}-under-way`;
