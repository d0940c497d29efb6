import type { Factor, RefusalCode } from '@florin/contract';

/**
 * An expected no. Thrown, so that it rolls back what it is in; the HTTP edge turns it into its status and sentence.
 * Everything else that is thrown is a bug.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** A sentence per field of the request that is wrong. */
  readonly fields: Record<string, string> | undefined;
  /** What the member can show as a second factor. */
  readonly factors: readonly Factor[] | undefined;
  /** Seconds after which it makes sense to ask again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: RefusalCode,
    sentence: string,
    more: { fields?: Record<string, string>; factors?: readonly Factor[]; retryAfterSeconds?: number } = {},
  ) {
    super(sentence);
    this.name = 'Refusal';
    this.code = code;
    this.fields = more.fields;
    this.factors = more.factors;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}
