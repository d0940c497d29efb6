import type { Quote } from '@florin/contract';
import { parsePrice, priceExchange, rateText, type Amount, type FiatCode, type MidRates } from '@florin/money';
import { uuidv7 } from 'uuidv7';
import { moneyFields } from '../../platform/http/json-number.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Member } from '../identity/index.ts';

/** Long enough to read a dialog, short enough not to be a bet on the rate. */
const quoteSeconds = 30;
/** Quotes are kept a while after they ran out, so that a late one is called late and not unknown. */
const keptHours = 24;

export type ExchangeOrder = { readonly amount: Amount<FiatCode>; readonly to: FiatCode };
export type ExchangePrice = ReturnType<typeof priceExchange>;

/** A rate pair as it is kept, so that a price comes out the same when it is used. */
type Details = { from: FiatCode; to: FiatCode; amount: string; rates: Record<FiatCode, string> };

/** Holds the rate of this moment for one member, amount and pair. Refusals: `same_currency`, `amount_too_small`. */
export async function createQuote(
  database: Queryable,
  member: Member,
  { amount, to }: ExchangeOrder,
  rates: MidRates,
): Promise<Quote> {
  const price = priceOrRefuse({ amount, to }, rates);
  const details: Details = {
    from: amount.asset,
    to,
    amount: String(amount.units),
    rates: { USD: written(rates.USD), EUR: written(rates.EUR), GBP: written(rates.GBP) },
  };
  const { rows } = await database.query<{ id: string; expires_at: Date; seconds: number }>(
    `insert into quotes (id, user_id, kind, details, expires_at)
     values ($1, $2, 'exchange', $3, now() + make_interval(secs => $4))
     returning id, expires_at, extract(epoch from expires_at - clock_timestamp())::float8 as seconds`,
    [uuidv7(), member.id, details, quoteSeconds],
  );
  await database.query('delete from quotes where expires_at < now() - make_interval(hours => $1)', [keptHours]);
  const row = rows[0];
  if (!row) throw new Error('a quote that was just written is not there');
  return {
    id: row.id,
    kind: 'exchange',
    from: amount.asset,
    to,
    ...moneyFields('amount', price.amount),
    ...moneyFields('fee', price.fee),
    ...moneyFields('total', price.total),
    ...moneyFields('received', price.received),
    rate: rateText(amount.asset, to, rates),
    expires_at: row.expires_at.toISOString(),
    expires_in_seconds: row.seconds,
  };
}

/** The quote, with the rates it holds. Refusals: `quote_not_found`, also for another member's or another order's. */
export async function findQuote(
  database: Queryable,
  member: Member,
  id: string,
  order: ExchangeOrder,
): Promise<{ id: string; expiresAt: Date; rates: MidRates }> {
  const { rows } = await database.query<{ id: string; details: Details; expires_at: Date }>(
    'select id, details, expires_at from quotes where id::text = $1 and user_id = $2',
    [id, member.id],
  );
  const row = rows[0];
  if (!row || !isFor(row.details, order))
    throw new Refusal('quote_not_found', 'This rate was not held for this exchange. Please get a new one.');
  const { USD, EUR, GBP } = row.details.rates;
  return {
    id: row.id,
    expiresAt: row.expires_at,
    rates: { USD: parsePrice(USD), EUR: parsePrice(EUR), GBP: parsePrice(GBP) },
  };
}

/** Refusals: `same_currency`, `amount_too_small`. */
export function priceOrRefuse({ amount, to }: ExchangeOrder, rates: MidRates): ExchangePrice {
  if (amount.asset === to)
    throw new Refusal('same_currency', 'Choose two different currencies.', {
      fields: { to: 'Choose two different currencies.' },
    });
  const price = priceExchange(amount, to, rates);
  if (price.received.units > 0n) return price;
  const sentence = `This is too little to exchange to ${to}.`;
  throw new Refusal('amount_too_small', sentence, { fields: { amount: sentence } });
}

const isFor = (details: Details, { amount, to }: ExchangeOrder) =>
  details.from === amount.asset && details.to === to && details.amount === String(amount.units);

/** An exact decimal, as `parsePrice` reads it. */
function written({ units, decimals }: MidRates[FiatCode]): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
