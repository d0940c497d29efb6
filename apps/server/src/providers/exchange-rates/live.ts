import { rateText, type MidRates } from '@florin/money';
import type { Logger } from 'pino';
import { keepAsking, type Wait } from '../polling/keep-asking.ts';
import type { ExchangeRates } from './exchange-rates.ts';
import type { RateMemory } from './rate-memory.ts';
import { emptyRecord, hear, keptOf, pauseOf, ratesOf, recordOf, type Heard } from './rate-record.ts';
import type { RateSource } from './rate-source.ts';

const timeoutSeconds = 10;

type LiveRates = {
  /** The channels of one source. The newest rates count. */
  readonly sources: readonly RateSource[];
  /** Exchange pauses when the rates are older than this. */
  readonly maxAgeHours: number;
  readonly logger: Logger;
  readonly wait?: Wait;
};

type Recollection = { readonly recall: () => Promise<void>; readonly save: () => Promise<void> };

/** Exchange rates from an external source. Rates stay until better ones arrive. Failed requests never produce a substitute. */
export function liveRates({ sources, maxAgeHours, logger, wait }: LiveRates): ExchangeRates {
  let record = emptyRecord;

  async function ask(source: RateSource, signal: AbortSignal, { recall, save }: Recollection) {
    await recall();
    const said = await source.fetch(signal);
    if (!said) return;
    const heard = hear(record, said, source, new Date());
    report(source, heard);
    record = heard.record;
    if (heard.outcome === 'accepted' || heard.outcome === 'confirmed') await save();
  }

  /** Reads the stored rates once, before the first answer counts. */
  function recollection(memory: RateMemory): Recollection {
    let recalled: Promise<void> | undefined;
    const load = async () => void (record = recordOf(await memory.load()));
    return {
      recall: () => {
        recalled ??= load().catch((error: unknown) => {
          recalled = undefined; // the next request tries again
          throw error;
        });
        return recalled;
      },
      save: async () => {
        const kept = keptOf(record);
        if (!kept) return;
        await memory.save(kept).catch((error: unknown) => {
          logger.error({ err: error }, 'the exchange rates cannot be kept for the next start');
        });
      },
    };
  }

  function report({ channel }: RateSource, { outcome, record: next }: Heard) {
    if (outcome === 'jump')
      logger.warn(
        `${channel}: the exchange rates jumped from ${words(record.accepted?.mid)} to ${words(next.doubt?.mid)}. Exchange is paused.`,
      );
    if (outcome === 'confirmed')
      logger.warn(`${channel}: the exchange rates are confirmed at ${words(next.accepted?.mid)}. Exchange continues.`);
  }

  const poll = (source: RateSource, kept: Recollection) =>
    keepAsking({
      ask: (signal) => ask(source, signal, kept),
      everySeconds: source.everySeconds,
      timeoutSeconds,
      logger,
      what: 'exchange rates',
      name: source.channel,
      wait,
    });

  return {
    now: () => ({ rates: ratesOf(record), pause: pauseOf(record, new Date(), maxAgeHours) }),
    start: (memory) => {
      const kept = recollection(memory);
      const polls = sources.map((source) => poll(source, kept));
      return { stop: async () => void (await Promise.all(polls.map(({ stop }) => stop()))) };
    },
  };
}

const words = (mid: MidRates | undefined) =>
  mid ? `EUR ${rateText('EUR', 'USD', mid)}, GBP ${rateText('GBP', 'USD', mid)}` : 'none';
