import type { Factor, RefusalCode } from '@florin/contract';

/**
 * An expected error. Throwing it rolls back the transaction. The HTTP layer maps the code to a status and sends the
 * sentence. Any other thrown error is a bug.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** An error message for each invalid field of the request. */
  readonly fields: Record<string, string> | undefined;
  /** The second factors that the member can use. */
  readonly factors: readonly Factor[] | undefined;
  /** Where the member can confirm the payment. */
  readonly url: string | undefined;
  /** Seconds after which the client may try again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: RefusalCode,
    sentence: string,
    more: {
      fields?: Record<string, string>;
      factors?: readonly Factor[];
      url?: string;
      retryAfterSeconds?: number;
    } = {},
  ) {
    super(sentence);
    this.name = 'Refusal';
    this.code = code;
    this.fields = more.fields;
    this.factors = more.factors;
    this.url = more.url;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}
