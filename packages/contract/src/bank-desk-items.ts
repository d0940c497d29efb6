import * as z from 'zod/mini';
import { proposalKinds } from './proposals.ts';
import { currency, exact, id, timestamp } from './wire.ts';

/** The open proposal of an operator. */
export const openProposal = z.nullable(z.object({ id, kind: z.enum(proposalKinds), yours: z.boolean() }));

/** Unallocated money of a closed account without a statement line. */
export const moneyWithoutLine = z.object({
  id: z.string(),
  at: timestamp,
  /** Money of a returned card payment, or of a payment after both payer and receiver closed their accounts. */
  source: z.enum(['card', 'transfer']),
  amount_exact: exact,
  currency,
  /** The member who owned the card or made the payment. */
  member: z.nullable(z.object({ id, name: z.string(), email: z.string() })),
  /**
   * True if the member's name was similar to a name on a sanctions list, and no operator has cleared the member's name.
   */
  on_list: z.boolean(),
  proposal: openProposal,
});
export type MoneyWithoutLine = z.infer<typeof moneyWithoutLine>;

export const importedFile = z.object({
  id,
  name: z.string(),
  format: z.string(),
  sha256: z.string(),
  lines: z.number(),
  new_lines: z.number(),
  /** The number of payments that the file reports: statuses (pain.002), and returns and corrections (NACHA). */
  reported: z.number(),
  imported_at: timestamp,
  /** The email of the operator who uploaded the file. Null for the inbox and the command line. */
  imported_by: z.nullable(z.string()),
});
