import type { MidRates } from '@florin/money';
import type { RateMemory } from './rate-memory.ts';

/** The origin of rates, as shown to members. */
export type RatesOrigin = {
  /** The source's name. Contains no secrets. */
  readonly source: string;
  /** The time of the rates according to the source, but never later than their arrival. */
  readonly at: Date;
};

/** Mid rates with their origin. The sandbox's fixed rates have no origin. */
export type DatedRates = MidRates & { readonly origin?: RatesOrigin };

/** Why no money is exchanged: the rates are too old, or their newest change needs confirmation first. */
export type RatesPause = 'stale' | 'jump';

/** Provides the mid-market exchange rates. Reads are synchronous: a live source refreshes them in the background. */
export type ExchangeRates = {
  /** Returns the last accepted rates, even while exchange is paused. */
  readonly now: () => { readonly rates: DatedRates; readonly pause: RatesPause | undefined };
  /** Continues with the stored rates, and polls the source. Rates without an external source have no `start`. */
  readonly start?: (memory: RateMemory) => { readonly stop: () => Promise<void> };
};
