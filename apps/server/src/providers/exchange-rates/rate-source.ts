import type { MidRates } from '@florin/money';

/** The rates of one time from a source. The provider decides whether to accept these rates. */
export type SourceRates = {
  readonly mid: MidRates;
  /** The time of the rates according to the source. */
  readonly at: Date;
  /** The time from which the rates' age counts, which differs from `at` for rates that are published once a day. */
  readonly agesFrom: Date;
};

/** An external source of exchange rates. */
export type RateSource = {
  /** The source's name as shown to members. Contains no secrets. */
  readonly name: string;
  /** The source or its channel, for the log. */
  readonly channel: string;
  /** The time from the end of a request to the next one. */
  readonly everySeconds: number;
  /**
   * The number of consecutive answers with different times that must agree on rates far from the last accepted ones.
   */
  readonly confirmingAnswers: number;
  /** Returns undefined if there are no rates at present. Throws `SourceFailure` without a readable answer. */
  readonly fetch: (signal: AbortSignal) => Promise<SourceRates | undefined>;
};
