import type { Pool } from '../src/platform/database/pool.ts';

export type ShiftedClock = {
  /** Sets the clock for days and months to this moment. Time then runs on from there. */
  readonly set: (moment: Date) => Promise<void>;
};

/**
 * Moves the clock by which the databases of a test's ledgers count days and months. Recreates `ledger.periods`, which
 * reads the clock, and `ledger.post`, which dates postings, with another clock in their source. Only the database's
 * owner can shift the clock; the product cannot.
 */
export async function shiftClock(...ownerPools: readonly Pool[]): Promise<ShiftedClock> {
  for (const ownerPool of ownerPools) await makeShiftable(ownerPool);
  return {
    set: async (moment) => {
      for (const ownerPool of ownerPools)
        await ownerPool.query('update shifted_clock.shift set by = $1::timestamptz - clock_timestamp()', [moment]);
    },
  };
}

async function makeShiftable(ownerPool: Pool): Promise<void> {
  await ownerPool.query(`
    create schema shifted_clock;
    create table shifted_clock.shift (by interval not null);
    insert into shifted_clock.shift values ('0');
    create function shifted_clock.moment() returns timestamptz
    language sql volatile as 'select clock_timestamp() + by from shifted_clock.shift';
    grant usage on schema shifted_clock to florin_app;`);
  for (const [name, clock, shiftedClock] of readers) await remake(ownerPool, name, clock, shiftedClock);
}

const readers = [
  ['ledger.periods', 'clock_timestamp()', 'shifted_clock.moment()'],
  [
    'ledger.post',
    "(moment at time zone 'UTC')::date",
    "((moment + (select by from shifted_clock.shift)) at time zone 'UTC')::date",
  ],
] as const;

/**
 * Stops the clock by which a test's database decides expiry, and returns its time. Only the database's owner can stop
 * the clock.
 */
export async function stopClock(ownerPool: Pool): Promise<Date> {
  const { rows } = await ownerPool.query<{ now: Date }>(`select date_trunc('milliseconds', clock_timestamp()) as now`);
  const now = rows[0]?.now ?? new Date();
  const stopped = `moment := '${now.toISOString()}'::timestamptz`;
  await remake(ownerPool, 'ledger.post', 'moment := clock_timestamp()', stopped);
  return now;
}

async function remake(ownerPool: Pool, name: string, clock: string, otherClock: string) {
  const { rows } = await ownerPool.query<{ text: string }>('select pg_get_functiondef($1::regproc) as text', [name]);
  const text = rows[0]?.text ?? '';
  const remade = text.replaceAll(clock, otherClock);
  if (remade === text) throw new Error(`${name} does not contain the clock expression ${clock}`);
  await ownerPool.query(remade);
}
