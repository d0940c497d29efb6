import { parsePrice, priceText } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import type { RateMemory } from '../../providers/exchange-rates/rate-memory.ts';

type Row = {
  dollar: string;
  euro: string;
  pound: string;
  source: string;
  channel: string;
  rates_at: Date;
  said_at: Date;
  ages_from: Date;
};

/** Keeps the last accepted exchange rates in the database, so that a restart continues with them. */
export const rateMemory = (database: Queryable): RateMemory => ({
  load: async () => {
    const { rows } = await database.query<Row>(
      'select dollar, euro, pound, source, channel, rates_at, said_at, ages_from from exchange_rates',
    );
    const [row] = rows;
    return (
      row && {
        mid: { USD: parsePrice(row.dollar), EUR: parsePrice(row.euro), GBP: parsePrice(row.pound) },
        at: row.rates_at,
        saidAt: row.said_at,
        agesFrom: row.ages_from,
        source: row.source,
        channel: row.channel,
      }
    );
  },
  save: async ({ mid, at, saidAt, agesFrom, source, channel }) => {
    await database.query(
      `insert into exchange_rates as kept (dollar, euro, pound, source, channel, rates_at, said_at, ages_from)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (one) do update set
         dollar = excluded.dollar, euro = excluded.euro, pound = excluded.pound, source = excluded.source,
         channel = excluded.channel, rates_at = excluded.rates_at, said_at = excluded.said_at,
         ages_from = excluded.ages_from
       where kept.said_at <= excluded.said_at`,
      [priceText(mid.USD), priceText(mid.EUR), priceText(mid.GBP), source, channel, at, saidAt, agesFrom],
    );
  },
});
