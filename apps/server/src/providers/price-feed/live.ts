import type { Logger } from 'pino';
import { hear, recordOfSheet, type CoinRecord, type HearResult } from './coin-record.ts';
import { keepAsking, type Wait } from '../polling/keep-asking.ts';
import type { CoinPrice, PriceFeed } from './price-feed.ts';
import type { PriceSource, SourcePrice } from './price-source.ts';
import { referenceSheet } from './reference-sheet.ts';

const timeoutSeconds = 10;

type LiveFeed = {
  readonly source: PriceSource;
  /** The time from the end of a request to the next one. */
  readonly everySeconds: number;
  /** Trading in a coin pauses when its price is older than this. */
  readonly maxAgeSeconds: number;
  readonly logger: Logger;
  readonly wait?: Wait;
};

/**
 * A price feed from an external source. The feed starts with the reference prices, which are too old to trade on. A
 * coin gets a live price with the first answer that contains it. A price stays until a better one arrives, and trading
 * checks its age. Failed requests never produce a substitute price.
 */
export function liveFeed({ source, everySeconds, maxAgeSeconds, logger, wait }: LiveFeed): PriceFeed {
  const records = new Map(referenceSheet.map((coin) => [coin.symbol, recordOfSheet(coin)]));
  const warnOnce = createWarnOnce(logger);
  let prices = pricesOf(records);
  let hasAnswer = false;

  function update(answer: readonly SourcePrice[]) {
    const receivedAt = new Date();
    for (const sourcePrice of answer) {
      const record = records.get(sourcePrice.symbol);
      if (!record) continue;
      const heard = hear(record, sourcePrice, source.name, receivedAt);
      if (heard.outcome !== 'nonsense') records.set(sourcePrice.symbol, heard.record);
      report(sourcePrice.symbol, record, heard);
    }
    prices = pricesOf(records);
    if (!hasAnswer) reportMissing();
    hasAnswer = true;
  }

  function report(symbol: string, before: CoinRecord, heard: HearResult) {
    const from = `${source.name}: ${symbol}`;
    if (heard.outcome === 'nonsense') warnOnce(`${from} keeps its last price, because ${heard.problem}.`);
    if (heard.outcome === 'jump')
      logger.warn(
        `${from} jumped from ${before.price.usdPerCoin} to ${heard.record.doubt?.usdPerCoin}. Trading is paused.`,
      );
    if (heard.outcome === 'confirmed')
      logger.warn(`${from} is confirmed at ${heard.record.price.usdPerCoin}. Trading continues.`);
  }

  /** Logged once, because the source lacks the same coins in every answer. */
  function reportMissing() {
    const missing = prices.filter(({ kind }) => kind === 'reference').map(({ symbol }) => symbol);
    if (missing.length > 0)
      logger.warn(`${source.name} has no price for ${missing.join(', ')}. Trading in these coins is paused.`);
  }

  return {
    maxAgeSeconds,
    prices: () => prices,
    priceOf: (symbol) => records.get(symbol)?.price,
    start: () =>
      keepAsking({
        ask: async (signal) => update(await source.fetch(signal)),
        everySeconds,
        timeoutSeconds,
        logger,
        what: 'prices',
        name: source.name,
        wait,
      }),
  };
}

const pricesOf = (records: ReadonlyMap<string, CoinRecord>): readonly CoinPrice[] =>
  Array.from(records.values(), ({ price }) => price);

/**
 * Logs each message once, because a faulty source repeats its faults. The number of messages is at most coins times
 * causes.
 */
function createWarnOnce(logger: Logger) {
  const warnOnce = new Set<string>();
  return (sentence: string) => {
    if (warnOnce.has(sentence)) return;
    warnOnce.add(sentence);
    logger.warn(sentence);
  };
}
