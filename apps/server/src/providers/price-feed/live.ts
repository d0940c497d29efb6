import type { Logger } from 'pino';
import { hear, recordOfSheet, type CoinRecord, type Heard } from './coin-record.ts';
import { keepAsking, type Wait } from './keep-asking.ts';
import type { CoinPrice, PriceFeed } from './price-feed.ts';
import type { PriceSource, SourcePrice } from './price-source.ts';
import { referenceSheet } from './reference-sheet.ts';

const timeoutSeconds = 10;

type LiveFeed = {
  readonly source: PriceSource;
  /** From the end of one question to the next. */
  readonly everySeconds: number;
  /** A price older than this is not traded on. */
  readonly maxAgeSeconds: number;
  readonly logger: Logger;
  readonly wait?: Wait;
};

/**
 * The prices that a source says. It starts with the reference sheet, whose prices are too old to trade on, and has a
 * live price of each coin from the first answer that names it. A price stays until a better one comes, and grows older:
 * whoever trades looks at its age. Nothing takes the place of an answer that does not come.
 */
export function liveFeed({ source, everySeconds, maxAgeSeconds, logger, wait }: LiveFeed): PriceFeed {
  const records = new Map(referenceSheet.map((coin) => [coin.symbol, recordOfSheet(coin)]));
  const told = tellOnce(logger);
  let prices = pricesOf(records);
  let answered = false;

  function takeOver(answer: readonly SourcePrice[]) {
    const receivedAt = new Date();
    for (const said of answer) {
      const record = records.get(said.symbol);
      if (!record) continue;
      const heard = hear(record, said, source.name, receivedAt);
      if (heard.outcome !== 'nonsense') records.set(said.symbol, heard.record);
      report(said.symbol, record, heard);
    }
    prices = pricesOf(records);
    if (!answered) reportMissing();
    answered = true;
  }

  function report(symbol: string, before: CoinRecord, heard: Heard) {
    const from = `${source.name}: ${symbol}`;
    if (heard.outcome === 'nonsense') told(`${from} is left as it is, because ${heard.problem}.`);
    if (heard.outcome === 'jump')
      logger.warn(`${from} has jumped from ${before.price.usdPerCoin} to ${heard.record.doubt?.usdPerCoin}: paused.`);
    if (heard.outcome === 'confirmed')
      logger.warn(`${from} is at ${heard.record.price.usdPerCoin}, as seen repeatedly.`);
  }

  /** Once: the coins that the source does not have are the same each time. */
  function reportMissing() {
    const missing = prices.filter(({ kind }) => kind === 'reference').map(({ symbol }) => symbol);
    if (missing.length > 0)
      logger.warn(`${source.name} has no price for ${missing.join(', ')}: not traded until it has.`);
  }

  return {
    maxAgeSeconds,
    prices: () => prices,
    priceOf: (symbol) => records.get(symbol)?.price,
    start: () =>
      keepAsking({
        ask: async (signal) => takeOver(await source.fetch(signal)),
        everySeconds,
        timeoutSeconds,
        logger,
        name: source.name,
        wait,
      }),
  };
}

const pricesOf = (records: ReadonlyMap<string, CoinRecord>): readonly CoinPrice[] =>
  Array.from(records.values(), ({ price }) => price);

/** A source that is wrong in one way is wrong in it with every answer. As many sentences as there are coins and causes. */
function tellOnce(logger: Logger) {
  const told = new Set<string>();
  return (sentence: string) => {
    if (told.has(sentence)) return;
    told.add(sentence);
    logger.warn(sentence);
  };
}
