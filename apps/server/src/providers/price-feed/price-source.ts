/** What a source says of one coin, as it says it: the feed judges what of it can be believed. */
export type SourcePrice = {
  /** Ours, in capitals. */
  readonly symbol: string;
  /** Dollars per coin: a number, or a decimal as text. */
  readonly price: unknown;
  /** Of when the price is, by the source. */
  readonly at: Date | undefined;
  readonly changePercent24h: number | undefined;
  readonly marketCapUsd: number | undefined;
  readonly volumeUsd24h: number | undefined;
  readonly supply: number | undefined;
};

/** Somebody who is asked for prices. */
export type PriceSource = {
  /** What the prices are said to come from; without secrets. */
  readonly name: string;
  /** Throws `SourceFailure` when there is no answer that could be read. */
  readonly fetch: (signal: AbortSignal) => Promise<readonly SourcePrice[]>;
};

/** A source did not answer as it should. The message is for the log: it holds no key, no address and nothing that was answered. */
export class SourceFailure extends Error {
  /** What the source asks for when it has been asked too often; 0 where it does not say for how long. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, retryAfterSeconds?: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A figure beside the price: one that is missing or none does not make the price worse. */
export const readFigure = (said: unknown): number | undefined =>
  typeof said === 'number' && Number.isFinite(said) ? said : undefined;
