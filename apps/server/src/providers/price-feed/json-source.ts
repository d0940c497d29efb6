import * as z from 'zod/mini';
import { jsonAddress, readTime } from '../polling/json-address.ts';
import { SourceFailure } from '../polling/source-failure.ts';
import { readFigure, type PriceSource, type SourcePrice } from './price-source.ts';

const anything = z.optional(z.unknown());
const row = z.object({
  symbol: z.string(),
  price: anything,
  time: anything,
  change_24h: anything,
  market_cap: anything,
  volume_24h: anything,
  supply: anything,
});

/**
 * Reads prices from any URL that serves a JSON list of prices in the format of docs/operate/configure.md.
 *
 * @param key is sent as a bearer token; without it, the user name and password of the URL are sent
 */
export function jsonSource(address: URL, key: string | undefined): PriceSource {
  const { name, ask } = jsonAddress(address, key);
  return {
    name,
    fetch: async (signal) => {
      const answer = z.array(z.unknown()).safeParse(await ask(signal));
      if (!answer.success) throw new SourceFailure('the response is not a list of prices');
      return answer.data.map(readRow).filter((price) => price !== undefined);
    },
  };
}

function readRow(value: unknown): SourcePrice | undefined {
  const { data } = row.safeParse(value);
  return (
    data && {
      symbol: data.symbol.toUpperCase(),
      price: data.price,
      at: readTime(data.time),
      changePercent24h: readFigure(data.change_24h),
      marketCapUsd: readFigure(data.market_cap),
      volumeUsd24h: readFigure(data.volume_24h),
      supply: readFigure(data.supply),
    }
  );
}
