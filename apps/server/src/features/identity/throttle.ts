import { hash } from 'node:crypto';
import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import { networkOf, siteOf } from './sessions/network.ts';

/**
 * Failures that cost nothing, then 1 s, 2 s, 4 s … up to 15 minutes. A block ends by itself, but one guess then makes
 * another: what comes from a network that the member has signed in from before is counted apart, so that no stranger
 * keeps them from signing in there. What is guessed within a session is counted apart from both, so that whoever stole
 * one cannot keep its owner from signing in and ending it.
 */
const freeFailures = { account: 5, password: 5, factor: 5 } as const;
const longestBlockSeconds = 900;

/** A site's networks may be a household's each, so it has twice a network's room. */
const siteRoom = 2;

/** So many failures in a minute, whoever they are of, and whoever is not known yet waits a second. */
const failuresOfAll = { most: 300, seconds: 60 } as const;

/** An hour begins with its first failure. Behind a network may be an office, whose slips of a week are no attack. */
const failuresOfNetwork = { free: 20, seconds: 3_600 } as const;

type OwnKind = keyof typeof freeFailures;

/** What a failure counts against: always the network, and the account in one of three ways, or in none. */
export type Attempt = {
  readonly ip: string;
  /** The address somebody signs in with. None at signing up, which must not lock anybody out of signing in. */
  readonly email?: string;
  /** The network of the attempt, where it is familiar to the account of that address (`sessions/familiar-network.ts`). */
  readonly familiar?: string | undefined;
  /** The member whose current password is asked for. */
  readonly passwordOf?: string;
  /** Whose second factor is asked for: a session, or at signing in the member, with the network where that is familiar. */
  readonly factorOf?: string;
  /** By how much the bounds are wider than in live (`Config.throttleFactor`). */
  readonly throttleFactor?: number | undefined;
};

/** Counters live in the database, so that all nodes count together; their keys are digests. */
const keyOf = (kind: string, value: string) => hash('sha256', `${kind} ${value}`, 'buffer');

const keyOfAll = keyOf('all', '');

const ownKeysOf = ({ email, familiar, passwordOf, factorOf }: Omit<Attempt, 'ip'>): [OwnKind, Buffer][] => {
  const keys: [OwnKind, string | undefined][] = [
    ['account', email !== undefined && familiar !== undefined ? `${email} ${familiar}` : email],
    ['password', passwordOf],
    ['factor', factorOf],
  ];
  return keys.flatMap(([kind, value]) => (value === undefined ? [] : [[kind, keyOf(kind, value)]]));
};

/** Where somebody asks from, and how many times a network's room there is. */
const placesOf = (kind: string, ip: string): { readonly key: Buffer; readonly room: number }[] => {
  const site = siteOf(ip);
  const network = { key: keyOf(kind, networkOf(ip)), room: 1 };
  return site === undefined ? [network] : [network, { key: keyOf(kind, site), room: siteRoom }];
};

const networksOf = ({ ip }: Attempt) => placesOf('address', ip);

const freeOf = (kind: OwnKind, { throttleFactor = 1 }: Omit<Attempt, 'ip'>) => freeFailures[kind] * throttleFactor;

/** Refusals: `too_many_requests`, with the seconds to wait. */
export async function assertNotThrottled(database: Queryable, attempt: Attempt): Promise<void> {
  const seconds = await secondsToWait(database, attempt);
  if (seconds > 0) throw tooMany(seconds);
}

/**
 * Before a guess is looked at: it counts as a failure of the account until `recordSuccess` says otherwise. Of thousands
 * that arrive at the same moment no more are looked at than of so many one after the other. Refusals:
 * `too_many_requests`, with the seconds to wait.
 */
export async function beginGuess(database: Queryable, attempt: Attempt): Promise<void> {
  await assertNotThrottled(database, attempt);
  for (const [kind, key] of ownKeysOf(attempt))
    if (!(await countUnlessBlocked(database, freeOf(kind, attempt), key)))
      throw tooMany(Math.max(await secondsToWait(database, attempt), 1));
}

/** What was begun was not looked at after all: there was no room for it. Then it counts for nothing. */
export async function takeBackGuess(database: Queryable, attempt: Attempt): Promise<void> {
  for (const [kind, key] of ownKeysOf(attempt))
    await database.query(
      `update login_failures set failures = failures - 1, blocked_until = case when failures > $2 then now() else blocked_until end
       where key = $1`,
      [key, freeOf(kind, attempt)],
    );
}

/** A wait that is longer than any is of a clock that was ahead and has been put right since, and is none. */
const isBlocked = `f.blocked_until > now() and f.blocked_until <= now() + make_interval(secs => ${longestBlockSeconds + 60})`;

async function secondsToWait(database: Queryable, attempt: Attempt): Promise<number> {
  const { rows } = await database.query<{ seconds: number | null }>(
    `select ceil(extract(epoch from max(blocked_until) - now()))::int as seconds
     from login_failures f where key = any ($1) and ${isBlocked}`,
    [
      [
        ...(isKnown(attempt) ? [] : [keyOfAll]),
        ...networksOf(attempt).map(({ key }) => key),
        ...ownKeysOf(attempt).map(([, key]) => key),
      ],
    ],
  );
  return rows[0]?.seconds ?? 0;
}

/** Has been in from there before, or is in: what a crowd of strangers guesses keeps nobody of them waiting. */
const isKnown = ({ familiar, passwordOf, factorOf }: Attempt) =>
  [familiar, passwordOf, factorOf].some((one) => one !== undefined);

const tooMany = (seconds: number, sentence = 'Too many attempts. Please wait a little and try again.') =>
  new Refusal('too_many_requests', sentence, { retryAfterSeconds: seconds });

/** What was counted against the account already makes it wait from now on; the network and all of them count it here. */
export async function recordFailure(database: Queryable, attempt: Attempt): Promise<void> {
  const { throttleFactor = 1 } = attempt;
  for (const { key, room } of networksOf(attempt)) {
    await countInPeriod(database, key, failuresOfNetwork.seconds);
    await block(database, key, failuresOfNetwork.free * room * throttleFactor);
  }
  for (const [kind, key] of ownKeysOf(attempt)) await block(database, key, freeOf(kind, attempt));
  const { counted } = await countInPeriod(database, keyOfAll, failuresOfAll.seconds);
  if (counted > failuresOfAll.most * throttleFactor)
    await database.query(`update login_failures set blocked_until = now() + interval '1 second' where key = $1`, [
      keyOfAll,
    ]);
}

/** From now on, where there were more failures than the free ones. */
const block = (database: Queryable, key: Buffer, free: number) =>
  database.query(
    `update login_failures set blocked_until = now() + ${blockAfter('failures')} where key = $1 and failures > $2`,
    [key, free, longestBlockSeconds],
  );

async function countUnlessBlocked(database: Queryable, free: number, key: Buffer): Promise<boolean> {
  const { rowCount } = await database.query(`${countFailure} where not (${isBlocked})`, [
    key,
    free,
    longestBlockSeconds,
  ]);
  return rowCount === 1;
}

/**
 * After a failure: how many more guesses are looked at before one has to wait, and how many seconds the next one waits by
 * now. What comes from the same network counts, too.
 */
export async function patienceLeft(
  database: Queryable,
  attempt: Attempt,
): Promise<{ readonly tries: number; readonly seconds: number }> {
  const counted: [number, Buffer][] = [
    ...networksOf(attempt).map(({ key, room }): [number, Buffer] => [
      failuresOfNetwork.free * room * (attempt.throttleFactor ?? 1),
      key,
    ]),
    ...ownKeysOf(attempt).map(([kind, key]): [number, Buffer] => [freeOf(kind, attempt), key]),
  ];
  const { rows } = await database.query<{ tries: number }>(
    `select greatest(min(k.free + 1 - f.failures), 0)::int as tries
     from unnest($1::bytea[], $2::int[]) as k (key, free) join login_failures f using (key)`,
    [counted.map(([, key]) => key), counted.map(([free]) => free)],
  );
  if (!rows[0]) throw new Error('a failure that was recorded is not counted');
  return { tries: rows[0].tries, seconds: await secondsToWait(database, attempt) };
}

const failuresWithThis = `(case when f.updated_at < now() - interval '1 day' then 1 else f.failures + 1 end)`;

/** Once there are more than the free ones. @param failures as SQL */
const blockAfter = (failures: string) => `make_interval(secs => least(2 ^ least(${failures} - $2 - 1, 20), $3))`;

const countFailure = `
  insert into login_failures as f (key, failures, blocked_until) values ($1, 1, '-infinity')
  on conflict (key) do update set
    failures = ${failuresWithThis}, updated_at = now(),
    blocked_until = case when ${failuresWithThis} > $2 then now() + ${blockAfter(failuresWithThis)} else f.blocked_until end`;

/**
 * A success clears the counter that a failure would have counted in, and leaves that of everybody else. The network's
 * stays, or one good account would hide guesses at others.
 */
export async function recordSuccess(database: Queryable, attempt: Omit<Attempt, 'ip'>): Promise<void> {
  await database.query('delete from login_failures where key = any ($1)', [ownKeysOf(attempt).map(([, key]) => key)]);
}

/**
 * Counts what anybody may ask for without an account, per network. Refusals: `too_many_requests`, with the seconds to
 * wait.
 */
export async function countAsk(
  database: Queryable,
  { ask, ip, most, seconds, sentence, throttleFactor = 1 }: Ask,
): Promise<void> {
  for (const { key, room } of placesOf(ask, ip)) {
    const { counted, left } = await countInPeriod(database, key, seconds);
    if (counted > most * room * throttleFactor) throw tooMany(left, sentence);
  }
}

type Ask = Pick<Attempt, 'ip' | 'throttleFactor'> & {
  readonly ask: string;
  readonly most: number;
  readonly seconds: number;
  readonly sentence?: string;
};

/** Counts something of the period, and returns whether it was the first. In the caller's transaction. */
export async function isFirstInPeriod(database: Queryable, what: string, seconds: number): Promise<boolean> {
  const { counted } = await countInPeriod(database, keyOf('first', what), seconds);
  return counted === 1;
}

/** A period begins with what is first counted in it, and `updated_at` is when that was; one of later than now is over, too. */
const isPeriodOver = `(f.updated_at <= now() - make_interval(secs => $2) or f.updated_at > now() + interval '1 minute')`;

async function countInPeriod(database: Queryable, key: Buffer, seconds: number) {
  const { rows } = await database.query<{ counted: number; left: number }>(
    `insert into login_failures as f (key, failures, blocked_until) values ($1, 1, now())
     on conflict (key) do update set
       failures = case when ${isPeriodOver} then 1 else f.failures + 1 end,
       updated_at = case when ${isPeriodOver} then now() else f.updated_at end
     returning failures as counted, greatest(ceil(extract(epoch from updated_at - now()) + $2), 1)::int as left`,
    [key, seconds],
  );
  if (!rows[0]) throw new Error('what was just counted is not there');
  return rows[0];
}
