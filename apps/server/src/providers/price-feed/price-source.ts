/** A source's unverified data about one coin. The feed decides which data to accept. */
export type SourcePrice = {
  /** Florin's symbol, in capitals. */
  readonly symbol: string;
  /** Dollars per coin: a number, or a decimal as text. */
  readonly price: unknown;
  /** The time of the price according to the source. */
  readonly at: Date | undefined;
  readonly changePercent24h: number | undefined;
  readonly marketCapUsd: number | undefined;
  readonly volumeUsd24h: number | undefined;
  readonly supply: number | undefined;
};

/** An external source of prices. */
export type PriceSource = {
  /** The source's name as shown to members. Contains no secrets. */
  readonly name: string;
  /** Throws `SourceFailure` without a readable answer. */
  readonly fetch: (signal: AbortSignal) => Promise<readonly SourcePrice[]>;
};

/** Reads an optional figure. A missing or invalid figure does not invalidate the price. */
export const readFigure = (said: unknown): number | undefined =>
  typeof said === 'number' && Number.isFinite(said) ? said : undefined;
