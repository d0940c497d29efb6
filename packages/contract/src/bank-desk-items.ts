import * as z from 'zod/mini';
import { proposalKinds } from './proposals.ts';
import { currency, exact, id, timestamp } from './wire.ts';

/** The open proposal of an operator. */
export const openProposal = z.nullable(z.object({ id, kind: z.enum(proposalKinds), yours: z.boolean() }));

/** Unallocated money of a closed account that came by no statement line. */
export const moneyWithoutLine = z.object({
  id: z.string(),
  at: timestamp,
  /** Money of a card payment that came back, or a payment whose payer and receiver closed their accounts. */
  source: z.enum(['card', 'transfer']),
  amount_exact: exact,
  currency,
  /** The member whose card or payment it was. */
  member: z.nullable(z.object({ id, name: z.string(), email: z.string() })),
  /** The member's name was similar to one on a sanctions list, and no operator has cleared it. */
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
  /** Payments that the file reports on: statuses (pain.002), and returns and corrections (NACHA). */
  reported: z.number(),
  imported_at: timestamp,
  /** The email of the operator who uploaded it. Null for the inbox and the command line. */
  imported_by: z.nullable(z.string()),
});
