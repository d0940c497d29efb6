import { simulationBounds, type TestClock } from '@florin/contract';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordBusinessAct } from '../businesses/index.ts';
import { lockMember, recordChange, type SignedIn } from '../identity/index.ts';

/** Moves the times of an account's rows in one feature earlier by the given seconds. */
export type MoveTimes = (tx: Queryable, accountId: string, seconds: number) => Promise<void>;

export type ClockDependencies = { readonly pool: Pool; readonly timeMovers: readonly MoveTimes[] };

type ClockRow = { now: Date; seconds: number };

const clockView = ([row]: readonly ClockRow[]): TestClock => {
  if (!row) throw new Error('The query for the test clock returned no row.');
  return { now: row.now.toISOString(), advanced_seconds: row.seconds };
};

/** Returns the account's clock. */
export async function readClock(database: Queryable, accountId: string): Promise<TestClock> {
  const { rows } = await database.query<ClockRow>(
    `select now() + moved.ahead as now, extract(epoch from moved.ahead)::float8 as seconds
     from (select moved_since($1, '-infinity') as ahead) moved`,
    [accountId],
  );
  return clockView(rows);
}

/** Returns the account's clock after one of its moves. */
async function clockAfter(database: Queryable, key: string): Promise<TestClock> {
  const { rows } = await database.query<ClockRow>(
    `select m.moved_at + make_interval(secs => sum(b.seconds)::float8) as now, sum(b.seconds)::float8 as seconds
     from test_clock_moves m join test_clock_moves b on b.account_id = m.account_id and b.moved_at <= m.moved_at
     where m.key = $1 group by m.key`,
    [key],
  );
  return clockView(rows);
}

/**
 * Moves an account's clock forward. The account's due times move earlier by the same period, in one transaction; the
 * recurring jobs do the rest. Moves of one account wait for each other. Repeating the command moves nothing and returns
 * the first answer. Refusals: `idempotency_key_reused`, and `invalid_request` beyond 100 years in total.
 */
export async function advanceClock(
  { pool, timeMovers }: ClockDependencies,
  member: Pick<SignedIn, 'id' | 'acts'>,
  { key }: Command,
  seconds: number,
): Promise<TestClock> {
  return transact(pool, async (tx) => {
    await lockMember(tx, member.id);
    if (await insertMove(tx, { key, accountId: member.id, seconds })) {
      await assertWithinTotal(tx, member.id);
      for (const moveTimes of timeMovers) await moveTimes(tx, member.id, seconds);
      for (const topic of ['money', 'requests', 'account'] as const) await recordChange(tx, [member.id], topic);
      if (member.acts)
        await recordBusinessAct(tx, {
          businessId: member.id,
          personId: member.acts.person.id,
          did: 'Moved the test clock',
          about: `${seconds} seconds`,
        });
    }
    return clockAfter(tx, key);
  });
}

/** Later times would have years with five digits. */
async function assertWithinTotal(tx: Queryable, accountId: string): Promise<void> {
  const { advanced_seconds: total } = await readClock(tx, accountId);
  if (total <= simulationBounds.totalSeconds) return;
  const detail = 'A test clock moves by at most 100 years in total. Open another account.';
  throw new Refusal('invalid_request', detail, { fields: { advance_seconds: detail } });
}

type Move = { readonly key: string; readonly accountId: string; readonly seconds: number };

/** Returns whether the move is new. */
async function insertMove(tx: Queryable, { key, accountId, seconds }: Move): Promise<boolean> {
  const { rowCount } = await tx.query(
    'insert into test_clock_moves (key, account_id, seconds) values ($1, $2, $3) on conflict (key) do nothing',
    [key, accountId, seconds],
  );
  if (rowCount === 1) return true;
  const { rows } = await tx.query<{ seconds: bigint }>('select seconds from test_clock_moves where key = $1', [key]);
  if (rows[0]?.seconds !== BigInt(seconds))
    throw new Refusal('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
  return false;
}
