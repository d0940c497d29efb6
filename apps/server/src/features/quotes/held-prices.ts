import type { Quote } from '@florin/contract';
import { uuidv7 } from 'uuidv7';
import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isUuid } from '../../platform/uuid.ts';
import type { Member } from '../identity/index.ts';

/** Quotes are kept a while after they ran out, so that a late one is called late and not unknown. */
const keptHours = 24;

/** What is kept of a quote: what was asked and the price it was given, so that it comes out the same when it is used. */
export type HeldPrice = { readonly [figure: string]: string };

/** How a quote is named and for how long it holds, as its answer says it. */
export type Held = Pick<Quote, 'id' | 'expires_at' | 'expires_in_seconds'>;

/** Holds a price for one member and one use, until so many seconds from now by the database's clock. */
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
    values: [keptHours],
  });
  const row = rows[0];
  if (!row) throw new Error('a quote that was just written is not there');
  return { id: row.id, expires_at: row.expires_at.toISOString(), expires_in_seconds: row.seconds };
}

/** A quote as the ledger takes it, and what it holds. */
export type UsableQuote<Details> = {
  readonly quote: { readonly id: string; readonly expiresAt: Date };
  /** It has run out already, and can only tell what was done at it in time. */
  readonly isLate: boolean;
  readonly details: Details;
};

/**
 * The quote, with what it holds. Whether it is used once and in time is decided by the ledger as it posts. Refusals:
 * `quote_not_found`, also for another member's and for one that was given for something else.
 *
 * @param read answers `undefined` for what is not the order in hand
 */
export async function heldPrice<Details>(
  database: Queryable,
  member: Pick<Member, 'id'>,
  { id, kind }: { id: string; kind: Quote['kind'] },
  read: (details: HeldPrice) => Details | undefined,
): Promise<UsableQuote<Details>> {
  if (!isUuid(id)) throw notHeld();
  const { rows } = await database.query<{ id: string; details: HeldPrice; expires_at: Date; late: boolean }>({
    name: 'held-price',
    text: `select id, details, expires_at, expires_at <= now() as late
           from quotes where id = $1 and user_id = $2 and kind = $3`,
    values: [id, member.id, kind],
  });
  const row = rows[0];
  const details = row && read(row.details);
  if (!row || details === undefined) throw notHeld();
  return { quote: { id: row.id, expiresAt: row.expires_at }, isLate: row.late, details };
}

const notHeld = () => new Refusal('quote_not_found', 'This price was not held for this. Please get a new one.');

/** What a command says when the ledger finds its quote used or late. */
export const quoteRefusal = (outcome: 'quote_used' | 'quote_expired'): Refusal =>
  outcome === 'quote_used'
    ? new Refusal('quote_used', 'This price was used already. Please get a new one.')
    : new Refusal('quote_expired', 'This price has expired. Please get a new one.');
