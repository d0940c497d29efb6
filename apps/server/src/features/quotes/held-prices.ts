import type { Quote } from '@florin/contract';
import type { FeeRate } from '@florin/money';
import { uuidv7 } from 'uuidv7';
import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isUuid } from '../../platform/uuid.ts';
import type { Member } from '../identity/index.ts';

/** The time for which expired quotes are kept, so that late use is reported as expired and not as unknown. */
const retentionHours = 24;

/** The stored order and price of a quote, so that its use gives the same result. */
export type HeldPrice = { readonly [figure: string]: string };

/**
 * Returns the fee that a quote holds, so that a change of fees does not change it. A quote of a previous version's
 * node, during an update, has no fee.
 */
export const heldFee = (held: string | undefined, otherwise: FeeRate): FeeRate =>
  held === undefined ? otherwise : BigInt(held);

/** A quote's id and expiry, as in the API. */
export type Held = Pick<Quote, 'id' | 'expires_at' | 'expires_in_seconds'>;

/** Holds a price for one member and one use, for the given seconds by the database's clock. */
export async function holdPrice(
  database: Queryable,
  member: Member,
  kind: Quote['kind'],
  { details, seconds }: { details: HeldPrice; seconds: number },
): Promise<Held> {
  const { rows } = await database.query<{ id: string; expires_at: Date; seconds: number }>({
    name: 'hold-price',
    text: `insert into quotes (id, user_id, kind, details, expires_at)
           values ($1, $2, $3, $4, now() + make_interval(secs => $5))
           returning id, expires_at, extract(epoch from expires_at - clock_timestamp())::float8 as seconds`,
    values: [uuidv7(), member.id, kind, details, seconds],
  });
  await database.query({
    name: 'forget-quotes',
    text: 'delete from quotes where expires_at < now() - make_interval(hours => $1)',
    values: [retentionHours],
  });
  const row = rows[0];
  if (!row) throw new Error('The insert of a quote returned no row.');
  return { id: row.id, expires_at: row.expires_at.toISOString(), expires_in_seconds: row.seconds };
}

/** A quote with its details. The ledger checks the quote when posting. */
export type UsableQuote<Details> = {
  readonly quote: { readonly id: string; readonly expiresAt: Date };
  /** True for an expired quote. A repeated command can still get its first answer. */
  readonly isLate: boolean;
  readonly details: Details;
};

/**
 * Returns a quote and its details. At posting, the ledger checks that the quote is used once and in time. Errors:
 * `quote_not_found`, also for another member's quote or another order.
 *
 * @param read returns `undefined` if the details do not match the order
 */
export async function heldPrice<Details>(
  database: Queryable,
  member: Pick<Member, 'id'>,
  { id, kind }: { id: string; kind: Quote['kind'] },
  read: (details: HeldPrice) => Details | undefined,
): Promise<UsableQuote<Details>> {
  if (!isUuid(id)) throw quoteNotFound();
  const { rows } = await database.query<{ id: string; details: HeldPrice; expires_at: Date; late: boolean }>({
    name: 'held-price',
    text: `select id, details, expires_at, expires_at <= now() as late
           from quotes where id = $1 and user_id = $2 and kind = $3`,
    values: [id, member.id, kind],
  });
  const row = rows[0];
  const details = row && read(row.details);
  if (!row || details === undefined) throw quoteNotFound();
  return { quote: { id: row.id, expiresAt: row.expires_at }, isLate: row.late, details };
}

const quoteNotFound = () => new Refusal('quote_not_found', 'This price is for another order. Get a new one.');

/** Returns the error for a quote that the ledger found used or expired. */
export const quoteRefusal = (outcome: 'quote_used' | 'quote_expired'): Refusal =>
  outcome === 'quote_used'
    ? new Refusal('quote_used', 'This price was already used. Get a new one.')
    : new Refusal('quote_expired', 'This price has expired. Get a new one.');
