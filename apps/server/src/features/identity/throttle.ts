import { hash } from 'node:crypto';
import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import { networkOf } from './sessions/network.ts';

/**
 * Failures that cost nothing, then 1 s, 2 s, 4 s … up to 15 minutes. A block ends by itself: nobody locks another out.
 * What is guessed within a session is counted apart from signing in, so that whoever stole one cannot keep its owner
 * from signing in and ending it.
 */
const freeFailures = { account: 5, address: 20, password: 5, factor: 5 } as const;
const longestBlockSeconds = 900;

/** So many failures in a minute, whoever they are of, and everybody waits a second. */
const failuresOfAll = { most: 300, seconds: 60 } as const;

type Kind = keyof typeof freeFailures;

/** What a failure counts against: always the network, and the account in one of three ways, or in none. */
export type Attempt = {
  readonly ip: string;
  /** The address somebody signs in with. None at signing up, which must not lock anybody out of signing in. */
  readonly email?: string;
  /** The member whose current password is asked for. */
  readonly passwordOf?: string;
  /** The member whose second factor is asked for. */
  readonly factorOf?: string;
};

/** Counters live in the database, so that all nodes count together; their keys are digests. */
const keyOf = (kind: string, value: string) => hash('sha256', `${kind} ${value}`, 'buffer');

const keyOfAll = keyOf('all', '');

const ownKeysOf = ({ email, passwordOf, factorOf }: Omit<Attempt, 'ip'>): [Kind, Buffer][] => {
  const keys: [Kind, string | undefined][] = [
    ['account', email],
    ['password', passwordOf],
    ['factor', factorOf],
  ];
  return keys.flatMap(([kind, value]) => (value === undefined ? [] : [[kind, keyOf(kind, value)]]));
};

const keysOf = (attempt: Attempt): [Kind, Buffer][] => [
  ['address', keyOf('address', networkOf(attempt.ip))],
  ...ownKeysOf(attempt),
];

/** Refusals: `too_many_requests`, with the seconds to wait. */
export async function assertNotThrottled(database: Queryable, attempt: Attempt): Promise<void> {
  const { rows } = await database.query<{ seconds: number | null }>(
    `select ceil(extract(epoch from max(blocked_until) - now()))::int as seconds
     from login_failures where key = any ($1) and blocked_until > now()`,
    [[keyOfAll, ...keysOf(attempt).map(([, key]) => key)]],
  );
  const seconds = rows[0]?.seconds;
  if (seconds) throw tooMany(seconds);
}

const tooMany = (seconds: number) =>
  new Refusal('too_many_requests', 'Too many attempts. Please wait a little and try again.', {
    retryAfterSeconds: seconds,
  });

export async function recordFailure(database: Queryable, attempt: Attempt): Promise<void> {
  for (const [kind, key] of keysOf(attempt)) {
    await database.query(
      `insert into login_failures as f (key, failures, blocked_until) values ($1, 1, now())
       on conflict (key) do update set
         failures = case when f.updated_at < now() - interval '1 day' then 1 else f.failures + 1 end,
         blocked_until = now() + make_interval(secs =>
           case when f.failures + 1 <= $2 then 0 else least(2 ^ least(f.failures - $2, 20), $3) end),
         updated_at = now()`,
      [key, freeFailures[kind], longestBlockSeconds],
    );
  }
  const { counted } = await countInPeriod(database, keyOfAll, failuresOfAll.seconds);
  if (counted > failuresOfAll.most)
    await database.query(`update login_failures set blocked_until = now() + interval '1 second' where key = $1`, [
      keyOfAll,
    ]);
}

/** A success clears the account's counter; the network's stays, or one good account would hide guesses at others. */
export async function recordSuccess(database: Queryable, attempt: Omit<Attempt, 'ip'>): Promise<void> {
  await database.query('delete from login_failures where key = any ($1)', [ownKeysOf(attempt).map(([, key]) => key)]);
}

/**
 * Counts what anybody may ask for without an account, per network. Refusals: `too_many_requests`, with the seconds to
 * wait.
 */
export async function countAsk(
  database: Queryable,
  { ask, ip, most, seconds }: { ask: string; ip: string; most: number; seconds: number },
): Promise<void> {
  const { counted, left } = await countInPeriod(database, keyOf(ask, networkOf(ip)), seconds);
  if (counted > most) throw tooMany(left);
}

/** A period begins with what is first counted in it, and `updated_at` is when that was. */
async function countInPeriod(database: Queryable, key: Buffer, seconds: number) {
  const { rows } = await database.query<{ counted: number; left: number }>(
    `insert into login_failures as f (key, failures, blocked_until) values ($1, 1, now())
     on conflict (key) do update set
       failures = case when f.updated_at <= now() - make_interval(secs => $2) then 1 else f.failures + 1 end,
       updated_at = case when f.updated_at <= now() - make_interval(secs => $2) then now() else f.updated_at end
     returning failures as counted, greatest(ceil(extract(epoch from updated_at - now()) + $2), 1)::int as left`,
    [key, seconds],
  );
  if (!rows[0]) throw new Error('what was just counted is not there');
  return rows[0];
}
