import { hash } from 'node:crypto';
import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';

/** Failures that cost nothing, then 1 s, 2 s, 4 s … up to 15 minutes. A block ends by itself: nobody locks another out. */
const freeFailures = { account: 5, address: 20 } as const;
const longestBlockSeconds = 900;

type Kind = keyof typeof freeFailures;
/** Without an email only the address is counted: signing up must not lock somebody out of signing in. */
type Attempt = { readonly email?: string; readonly ip: string };

/** Counters live in the database, so that all nodes count together; their keys are digests. */
const keysOf = ({ email, ip }: Attempt): [Kind, Buffer][] => [
  ['address', hash('sha256', `address ${networkOf(ip)}`, 'buffer')],
  ...(email === undefined ? [] : [['account', accountKey(email)] satisfies [Kind, Buffer]]),
];

const accountKey = (email: string) => hash('sha256', `account ${email}`, 'buffer');

/** The /24 of an IPv4 address, the /64 of an IPv6 one: what one subscriber usually has. */
function networkOf(ip: string): string {
  const v4 = ip.replace(/^::ffff:/, '');
  return v4.includes('.') ? v4.split('.').slice(0, 3).join('.') : v4.split(':').slice(0, 4).join(':');
}

/** Refusals: `too_many_requests`, with the seconds to wait. */
export async function assertNotThrottled(database: Queryable, attempt: Attempt): Promise<void> {
  const { rows } = await database.query<{ seconds: number | null }>(
    `select ceil(extract(epoch from max(blocked_until) - now()))::int as seconds
     from login_failures where key = any ($1) and blocked_until > now()`,
    [keysOf(attempt).map(([, key]) => key)],
  );
  const seconds = rows[0]?.seconds;
  if (seconds)
    throw new Refusal('too_many_requests', 'Too many attempts. Please wait a little and try again.', {
      retryAfterSeconds: seconds,
    });
}

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
}

/** A success clears the account's counter; the address's stays, or one good account would hide guesses at others. */
export async function recordSuccess(database: Queryable, email: string): Promise<void> {
  await database.query('delete from login_failures where key = $1', [accountKey(email)]);
}
