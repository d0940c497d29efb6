import * as z from 'zod/mini';
import { askJson } from './ask-json.ts';
import { readFigure, SourceFailure, type PriceSource, type SourcePrice } from './price-source.ts';

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
  const url = new URL(address);
  url.username = '';
  url.password = '';
  const authorization = key === undefined ? basic(address) : `Bearer ${key}`;
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  return {
    name: url.host,
    fetch: async (signal) => {
      const answer = z.array(z.unknown()).safeParse(await askJson({ url, headers, signal }));
      if (!answer.success) throw new SourceFailure('the response is not a list of prices');
      return answer.data.map(readRow).filter((price) => price !== undefined);
    },
  };
}

function basic({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
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

/** Parses Unix seconds or ISO 8601 with a time zone. Without a zone, the time would be read in this machine's zone. */
function readTime(time: unknown): Date | undefined {
  if (typeof time === 'number') return new Date(time * 1000);
  return typeof time === 'string' && /T.*(?:Z|[+-]\d\d:?\d\d)$/i.test(time) ? new Date(time) : undefined;
}
