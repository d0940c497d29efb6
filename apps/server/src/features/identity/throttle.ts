import { hash } from 'node:crypto';
import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import { networkOf, siteOf } from './sessions/network.ts';

/**
 * The free failures. Each further failure doubles the wait, from 1 s to 15 minutes. After a wait, a single failed guess
 * starts the next wait. A familiar network of the member has its own counter, so no stranger can block the member
 * there. Guesses within a session have their own counters too, so the thief of a session cannot block its owner.
 */
const freeFailures = { account: 5, password: 5, factor: 5 } as const;
const maxBlockSeconds = 900;

/** A site gets twice the limit of a network, because its networks may be separate households. */
const siteRoom = 2;

/** The global limit of failures in a minute. Above this limit, unfamiliar callers wait one second. */
const failuresOfAll = { max: 300, seconds: 60 } as const;

/**
 * The limit per network and hour. The hour starts with the first failure. A network may be an office, and the typos of
 * an office in one week are no attack.
 */
const failuresOfNetwork = { free: 20, seconds: 3_600 } as const;

type OwnKind = keyof typeof freeFailures;

/** The counters of a failure: always the network, and at most one counter of the account. */
export type Attempt = {
  readonly ip: string;
  /** The address of the sign-in. Undefined at sign-up, which must not block sign-ins. */
  readonly email?: string;
  /** The network of the attempt if it is familiar to the account (`sessions/familiar-network.ts`). */
  readonly familiar?: string | undefined;
  /** The id of the member who enters the current password. */
  readonly passwordOf?: string;
  /** The owner of the second factor: a session, or at sign-in the member, with the network if it is familiar. */
  readonly factorOf?: string;
  /** The factor by which the limits exceed those of live mode (`Config.throttleFactor`). */
  readonly throttleFactor?: number | undefined;
};

/** The key of a counter, as a digest. Counters are in the database, so all nodes count together. */
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

/** Returns the keys of the network and the site, each with a multiple of a network's limit. */
const placesOf = (kind: string, ip: string): { readonly key: Buffer; readonly room: number }[] => {
  const site = siteOf(ip);
  const network = { key: keyOf(kind, networkOf(ip)), room: 1 };
  return site === undefined ? [network] : [network, { key: keyOf(kind, site), room: siteRoom }];
};

const networksOf = ({ ip }: Attempt) => placesOf('address', ip);

const freeOf = (kind: OwnKind, { throttleFactor = 1 }: Omit<Attempt, 'ip'>) => freeFailures[kind] * throttleFactor;

/** Rejects an attempt during a wait. Refusals: `too_many_requests`, with the seconds to wait. */
export async function assertNotThrottled(database: Queryable, attempt: Attempt): Promise<void> {
  const seconds = await secondsToWait(database, attempt);
  if (seconds > 0) throw tooMany(seconds);
}

/**
 * Counts a guess before it is evaluated. The guess counts as a failure of the account until `recordSuccess` clears it.
 * Parallel guesses are thus limited like sequential guesses. Refusals: `too_many_requests`, with the seconds to wait.
 */
export async function startGuess(database: Queryable, attempt: Attempt): Promise<void> {
  await assertNotThrottled(database, attempt);
  for (const [kind, key] of ownKeysOf(attempt))
    if (!(await countUnlessBlocked(database, freeOf(kind, attempt), key)))
      throw tooMany(Math.max(await secondsToWait(database, attempt), 1));
}

/** Removes a started guess that was not evaluated because the password queue was full. */
export async function cancelGuess(database: Queryable, attempt: Attempt): Promise<void> {
  for (const [kind, key] of ownKeysOf(attempt))
    await database.query(
      `update login_failures set failures = failures - 1, blocked_until = case when failures > $2 then now() else blocked_until end
       where key = $1`,
      [key, freeOf(kind, attempt)],
    );
}

/** A wait longer than the maximum comes from a clock that was ahead and does not count. */
const isBlocked = `f.blocked_until > now() and f.blocked_until <= now() + make_interval(secs => ${maxBlockSeconds + 60})`;

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

/** Returns whether the caller is familiar or signed in. The global limit does not delay such callers. */
const isKnown = ({ familiar, passwordOf, factorOf }: Attempt) =>
  [familiar, passwordOf, factorOf].some((one) => one !== undefined);

const tooMany = (seconds: number, sentence = 'Too many attempts. Wait a moment and try again.') =>
  new Refusal('too_many_requests', sentence, { retryAfterSeconds: seconds });

/**
 * Records a failed guess. The account already counted it in `startGuess`; this starts the wait. The network and the
 * global counter count the failure here.
 */
export async function recordFailure(database: Queryable, attempt: Attempt): Promise<void> {
  const { throttleFactor = 1 } = attempt;
  for (const { key, room } of networksOf(attempt)) {
    await countInPeriod(database, key, failuresOfNetwork.seconds);
    await block(database, key, failuresOfNetwork.free * room * throttleFactor);
  }
  for (const [kind, key] of ownKeysOf(attempt)) await block(database, key, freeOf(kind, attempt));
  const { counted } = await countInPeriod(database, keyOfAll, failuresOfAll.seconds);
  if (counted > failuresOfAll.max * throttleFactor)
    await database.query(`update login_failures set blocked_until = now() + interval '1 second' where key = $1`, [
      keyOfAll,
    ]);
}

/** Starts the wait if the free failures are used up. */
const block = (database: Queryable, key: Buffer, free: number) =>
  database.query(
    `update login_failures set blocked_until = now() + ${blockAfter('failures')} where key = $1 and failures > $2`,
    [key, free, maxBlockSeconds],
  );

async function countUnlessBlocked(database: Queryable, free: number, key: Buffer): Promise<boolean> {
  const { rowCount } = await database.query(`${countFailure} where not (${isBlocked})`, [key, free, maxBlockSeconds]);
  return rowCount === 1;
}

/**
 * Returns the number of failed guesses left before a wait, and the seconds of a current wait. Includes the limits of
 * the network.
 */
export async function remainingTries(
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
  if (!rows[0]) throw new Error('the recorded failure has no counter');
  return { tries: rows[0].tries, seconds: await secondsToWait(database, attempt) };
}

const failuresWithThis = `(case when f.updated_at < now() - interval '1 day' then 1 else f.failures + 1 end)`;

/** Returns SQL for the length of a wait above the free failures. @param failures as SQL */
const blockAfter = (failures: string) => `make_interval(secs => least(2 ^ least(${failures} - $2 - 1, 20), $3))`;

const countFailure = `
  insert into login_failures as f (key, failures, blocked_until) values ($1, 1, '-infinity')
  on conflict (key) do update set
    failures = ${failuresWithThis}, updated_at = now(),
    blocked_until = case when ${failuresWithThis} > $2 then now() + ${blockAfter(failuresWithThis)} else f.blocked_until end`;

/**
 * Clears the counter of the account. The network's counter is not cleared, because otherwise one valid account could
 * hide guesses at other accounts.
 */
export async function recordSuccess(database: Queryable, attempt: Omit<Attempt, 'ip'>): Promise<void> {
  await database.query('delete from login_failures where key = any ($1)', [ownKeysOf(attempt).map(([, key]) => key)]);
}

/** Counts a call that needs no account, per network. Refusals: `too_many_requests`, with the seconds to wait. */
export async function countAsk(
  database: Queryable,
  { ask, ip, max, seconds, sentence, throttleFactor = 1 }: Ask,
): Promise<void> {
  for (const { key, room } of placesOf(ask, ip)) {
    const { counted, left } = await countInPeriod(database, key, seconds);
    if (counted > max * room * throttleFactor) throw tooMany(left, sentence);
  }
}

type Ask = Pick<Attempt, 'ip' | 'throttleFactor'> & {
  readonly ask: string;
  readonly max: number;
  readonly seconds: number;
  readonly sentence?: string;
};

/** Counts an event and returns whether it is the first of its period. Runs in the caller's transaction. */
export async function isFirstInPeriod(database: Queryable, what: string, seconds: number): Promise<boolean> {
  const { counted } = await countInPeriod(database, keyOf('first', what), seconds);
  return counted === 1;
}

/** A period starts with its first count, which sets `updated_at`. A time in the future also ends the period. */
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
  if (!rows[0]) throw new Error('the upsert returned no counter');
  return rows[0];
}
