import { amountOf, type FiatCode } from '@florin/money';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { CardPayout, CardTransaction } from '../../../providers/card-processor/card-processor.ts';

/** A movement at the card processor that is not in the books yet. */
export type UnbookedTransaction = Omit<CardTransaction, 'at'>;

type Row = {
  id: string;
  kind: CardTransaction['kind'];
  source: string | null;
  payment_id: string | null;
  amount: bigint;
  asset: FiatCode;
  fee: bigint;
  paid_amount: bigint;
  paid_asset: FiatCode;
};

/** Stores movements. Known movements do not change. Booked movements are in the books already. */
export async function storeTransactions(
  database: Queryable,
  found: readonly CardTransaction[],
  { booked = false } = {},
): Promise<void> {
  if (found.length === 0) return;
  await database.query(
    `insert into card_transactions (id, kind, source, payment_id, amount, asset, fee, at, paid_amount, paid_asset,
                                    booked)
     select *, $11::boolean from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::numeric[], $6::text[],
                               $7::numeric[], $8::timestamptz[], $9::numeric[], $10::text[])
     on conflict (id) do nothing`,
    [
      found.map(({ id }) => id),
      found.map(({ kind }) => kind),
      found.map(({ source }) => source ?? null),
      found.map(({ paymentId }) => paymentId ?? null),
      found.map(({ amount }) => amount.units),
      found.map(({ amount }) => amount.asset),
      found.map(({ fee }) => fee),
      found.map(({ at }) => at),
      found.map(({ paid }) => paid.units),
      found.map(({ paid }) => paid.asset),
      booked,
    ],
  );
}

/** Returns movements that are not booked, oldest first. */
export async function unbookedTransactions(database: Queryable, limit: number): Promise<UnbookedTransaction[]> {
  const { rows } = await database.query<Row>(
    `select id, kind, source, payment_id, amount, asset, fee, paid_amount, paid_asset from card_transactions
     where not booked order by at, id limit $1`,
    [limit],
  );
  return rows.map(({ id, kind, source, payment_id, amount, asset, fee, paid_amount, paid_asset }) => ({
    id,
    kind,
    fee,
    source: source ?? undefined,
    paymentId: payment_id ?? undefined,
    amount: amountOf(asset, amount),
    paid: amountOf(paid_asset, paid_amount),
  }));
}

/** Locks a movement for its booking. Returns false if the movement is booked already. */
export async function lockUnbooked(tx: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await tx.query('select from card_transactions where id = $1 and not booked for update', [id]);
  return rowCount === 1;
}

export async function markBooked(tx: Queryable, id: string): Promise<void> {
  await tx.query('update card_transactions set booked = true where id = $1', [id]);
}

/** Stores a payout, so that a line on a bank statement can be recognized. */
export async function storePayout(
  database: Queryable,
  { id, amount, descriptor, trace, failed }: CardPayout,
): Promise<void> {
  await database.query(
    `insert into card_payouts (id, amount, asset, descriptor, trace, failed) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update set descriptor = excluded.descriptor, failed = excluded.failed,
       trace = coalesce(excluded.trace, card_payouts.trace)`,
    [id, amount.units, amount.asset, descriptor, trace, failed],
  );
}

/** The position up to which movements were read, and the opening balance. */
export type Reading = { readonly openedAt: Date; readonly readUntil: Date };

/** Returns the position up to which the movements were read, or undefined before the first reading. */
export async function readingOf(pool: Pool): Promise<Reading | undefined> {
  const { rows } = await pool.query<{ opened_at: Date; read_until: Date }>(
    'select opened_at, read_until from card_reading',
  );
  return rows[0] && { openedAt: rows[0].opened_at, readUntil: rows[0].read_until };
}

/**
 * The opening balance is the owners' money, so members pay only after it is read, a few seconds after the first start.
 * Errors: `busy`.
 */
export async function assertOpened(database: Queryable): Promise<void> {
  const { rowCount } = await database.query('select from card_reading');
  if (rowCount === 0)
    throw new Refusal('busy', 'Card payments are being set up. Try again in a minute.', { retryAfterSeconds: 60 });
}

/** Returns false if another node has opened the reading. */
export async function storeOpening(tx: Queryable, openedAt: Date): Promise<boolean> {
  const { rows } = await tx.query(
    'insert into card_reading (opened_at, read_until) values ($1, $1) on conflict do nothing returning opened_at',
    [openedAt],
  );
  return rows.length === 1;
}

export async function storeReadUntil(database: Queryable, until: Date): Promise<void> {
  await database.query('update card_reading set read_until = greatest(read_until, $1)', [until]);
}
