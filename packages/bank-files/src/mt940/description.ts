import type { Entry } from './entry.ts';

/** The data of field 86 about a movement. Missing fields are null. */
export type Description = {
  readonly counterparty?: string | null;
  readonly counterparty_account?: string | null;
  readonly remittance?: string | null;
  readonly structured_reference?: string | null;
  /** Undefined if the description does not mention an end-to-end id. */
  readonly end_to_end_id?: string | null;
  /** The id that the sender gave the batch. */
  readonly batch_id?: string | null;
  readonly return_reason?: string | null;
  /** The number of the kind of movement at German and Polish banks. */
  readonly kind?: string | null;
};

/** The data about the movement and the statement that the reader of a description needs. */
export type Context = {
  readonly entry: Entry;
  readonly isCredit: boolean;
  /** The BIC of the bank, if the message has a header. */
  readonly bank: string;
};
