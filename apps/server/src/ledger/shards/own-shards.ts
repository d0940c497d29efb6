import type { PoolClient } from 'pg';
import type { Pool } from '../../platform/database/pool.ts';

/** Operations on several ledgers for database owners only (database/functions/ledger/shards.sql, reader.sql). */

/** Blocks postings in a ledger until the transaction ends. */
export const standStill = async (tx: PoolClient): Promise<void> => void (await tx.query('select ledger.stand_still()'));

/** Gives an empty ledger its number, so that its ids differ from those of others. */
export const numberShard = async (owner: Pool, number: number): Promise<void> =>
  void (await owner.query('select ledger.number_shard($1)', [number]));

type KnownShard = { readonly shard: number; readonly installation: string; readonly used_at: string | null };

/**
 * Returns the further ledgers that the main database knows, with the addresses at which the main database reads them.
 */
export async function knownShards(main: Pool): Promise<KnownShard[]> {
  const { rows } = await main.query<KnownShard>(
    'select shard, installation, ledger.shard_address(shard) as used_at from books.shards order by shard',
  );
  return rows;
}

export const forgetShard = async (main: Pool, number: number): Promise<void> =>
  void (await main.query('select ledger.forget_shard($1)', [number]));

export const registerShard = async (main: Pool, number: number, installation: string | undefined): Promise<void> =>
  void (await main.query('select ledger.register_shard($1, $2)', [number, installation]));

/** Returns whether a further ledger has members or accounts. */
export async function isShardUsed(main: Pool, number: number): Promise<boolean> {
  const { rows } = await main.query<{ used: boolean }>('select ledger.is_shard_used($1) as used', [number]);
  return rows[0]?.used !== false;
}

/** Spreads the slots of a new installation over its ledgers. */
export const spreadSlots = async (main: Pool, ledgers: number): Promise<void> =>
  void (await main.query('select ledger.spread_slots($1)', [ledgers]));

/** Returns the name of the login that reads a ledger for the main database. */
export async function readerName(owner: Pool): Promise<string> {
  const { rows } = await owner.query<{ name: string }>('select ledger.reader_name() as name');
  return rows[0]?.name ?? '';
}

/** Creates the login that reads a ledger for the main database, or changes its password. */
export const makeReader = async (owner: Pool, verifier: string | null): Promise<void> =>
  void (await owner.query('select ledger.make_reader($1)', [verifier]));

/** Lets the main database read one row of a further ledger. Throws if it cannot. */
export const readOnce = async (main: Pool, number: number): Promise<void> =>
  void (await main.query('select ledger.can_read($1)', [number]));
