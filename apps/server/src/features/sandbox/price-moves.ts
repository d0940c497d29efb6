import type { PriceMove } from '@florin/contract';
import type { Logger } from 'pino';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { SimulatedMoves } from '../../providers/price-feed/price-feed.ts';
import type { Markets } from '../markets/index.ts';

/** All nodes know a move before it begins, so they show the same price at every time. */
const leadSeconds = 3;
const lastsSeconds = 3_600;
const readEveryMs = 1_000;
/** The price change over 24 hours needs the moves of a day ago. */
const rememberedHours = 26;

type Row = { key: string; symbol: string; percent: number; begins: Date; ends: Date };

type Dependencies = { readonly pool: Pool; readonly markets: Pick<Markets, 'get'> };

/**
 * Moves a coin's simulated price for all members. Repeating the command moves nothing. Refusals: `coin_not_found`,
 * `idempotency_key_reused`.
 */
export async function movePrice(
  { pool, markets }: Dependencies,
  { key }: Command,
  { symbol, percent }: { readonly symbol: string; readonly percent: number },
): Promise<PriceMove> {
  markets.get(symbol);
  const { rows } = await pool.query<Row>(
    `with new as (
       insert into price_moves (key, symbol, percent, begins, ends)
       select $1, $2, $3, start, start + make_interval(secs => $5)
       from (select date_trunc('second', now()) + make_interval(secs => $4) as start) s
       on conflict (key) do nothing returning *)
     select * from new union all select * from price_moves where key = $1`,
    [key, symbol, percent, leadSeconds, lastsSeconds],
  );
  const [move] = rows;
  if (!move) return movePrice({ pool, markets }, { key, requestHash: 0n }, { symbol, percent }); // inserted meanwhile
  if (move.symbol !== symbol || move.percent !== percent)
    throw new Refusal('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
  return { symbol, percent, from: move.begins.toISOString(), until: move.ends.toISOString() };
}

/** Reads the moves of prices every second into this node's simulated feed. */
export function watchPriceMoves({ pool, logger, moves }: { pool: Pool; logger: Logger; moves: SimulatedMoves }) {
  let reading: Promise<void> | undefined;
  const read = async () => {
    try {
      moves.replace(await recentMoves(pool));
    } catch (error) {
      logger.error({ err: error }, 'the moves of simulated prices were not read');
    }
  };
  const timer = setInterval(() => {
    reading ??= read().finally(() => (reading = undefined));
  }, readEveryMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await reading;
    },
  };
}

async function recentMoves(database: Queryable) {
  const { rows } = await database.query<Row>({
    name: 'recent-price-moves',
    text: `select key, symbol, percent, begins, ends from price_moves
           where ends > now() - make_interval(hours => $1) order by begins`,
    values: [rememberedHours],
  });
  return rows.map(({ symbol, percent, begins, ends }) => ({
    symbol,
    percent,
    from: begins.getTime() / 1_000,
    until: ends.getTime() / 1_000,
  }));
}
