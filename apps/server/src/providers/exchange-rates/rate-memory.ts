import type { MidRates } from '@florin/money';

/** Accepted rates in the form in which they are stored for the next start. */
export type KeptRates = {
  readonly mid: MidRates;
  /** The time of the rates, but never later than their arrival. */
  readonly at: Date;
  /** The time of the rates according to the source. */
  readonly saidAt: Date;
  readonly agesFrom: Date;
  /** The source's name as shown to members. */
  readonly source: string;
  readonly channel: string;
};

/** Keeps the last accepted rates outside of the process. */
export type RateMemory = {
  readonly load: () => Promise<KeptRates | undefined>;
  /** Stores rates unless newer ones are already stored, for example by another node. */
  readonly save: (kept: KeptRates) => Promise<void>;
};
