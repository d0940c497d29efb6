/** A failed request to a source. The message is for the log and contains no key, address or response content. */
export class SourceFailure extends Error {
  /** The wait that the source requested because of its rate limit. 0 if it gave no time. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, retryAfterSeconds?: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
