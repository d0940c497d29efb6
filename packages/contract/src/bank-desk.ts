import * as z from 'zod/mini';
import { allocateLine, allocateUnowned, byLine } from './bank-desk-credits.ts';
import { importedFile, moneyWithoutLine, openProposal } from './bank-desk-items.ts';
import { endpoint } from './endpoint.ts';
import { proposal, reason } from './proposals.ts';
import { currency, exact, id, timestamp } from './wire.ts';

/** The largest bank file that an operator can upload. Larger files go into the inbox. */
export const bankFileBytes = 200 * 1024 * 1024;

const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));

const openItems = z.object({
  count: z.number(),
  sum_exact: exact,
  /** The day of the oldest line. Null without lines, or if the bank gave no day. */
  oldest: z.nullable(day),
});

const bankAccountState = z.object({
  /** The id in FLORIN_CONFIG. */
  id: z.string(),
  bank: z.string(),
  holder: z.string(),
  currency,
  purpose: z.enum(['safeguarding', 'own_funds']),
  /** The IBAN or account number. */
  number: z.string(),
  /** Null before the first statement. */
  last_statement: z.nullable(
    z.object({ sequence: z.nullable(z.string()), to: z.nullable(day), imported_at: timestamp }),
  ),
  /** The balance at the bank after all imported lines. Null before the first statement. */
  at_bank_exact: z.nullable(exact),
  in_books_exact: exact,
  /**
   * The bank's balance minus the books' balance. The difference is zero, except for a moment during the booking of
   * lines. Null before the first statement if the books also have no money of the account, because nothing was
   * compared.
   */
  difference_exact: z.nullable(exact),
  open: z.object({
    /** Statement lines that do not belong to a member yet. */
    unallocated: openItems,
    /** Withdrawals in payment batches without a file. */
    in_batches: openItems,
    /** Withdrawals in payment files that no statement has settled yet. */
    with_the_bank: openItems,
  }),
});

const clientMoney = z.object({
  currency,
  /** The members' money, and money of unknown owners. */
  owed_exact: exact,
  /** The money on safeguarding accounts. */
  safeguarded_exact: exact,
  /** The money between Florin and the banks, or with the payment rail, in the books. */
  in_transit_exact: exact,
  /**
   * The sum of safeguarded money and money in transit as a percentage of the members' money, rounded down to two
   * decimals. Null if members have no money.
   */
  percent: z.nullable(z.number()),
});

export const unallocatedReasons = [
  'no_reference',
  'several_references',
  'account_closed',
  'account_frozen',
  'other_payer',
  'return_to_payer',
  'reversal',
  'outgoing',
  'batch_amount',
  'payout_again',
  'payout_returned',
  'payout_not_debited',
  'screening',
  'came_back',
  'recalled',
] as const;

export const unallocatedLine = z.object({
  id: z.string(),
  account: z.string(),
  booked: z.nullable(day),
  /** Signed. */
  amount_exact: exact,
  currency,
  counterparty: z.nullable(z.string()),
  counterparty_account: z.nullable(z.string()),
  remittance: z.nullable(z.string()),
  reason: z.enum(unallocatedReasons),
  /** The member in the payment reference. */
  member: z.nullable(z.object({ id, name: z.string(), email: z.string() })),
  imported_at: timestamp,
  /** Set if the money goes back to its payer: the return waits for a batch, is in a batch, or is with the bank. */
  returning: z.nullable(z.enum(['ready', 'batched', 'sent'])),
  /** The reason why the money cannot go back to its payer. Null if the money can go back. */
  not_returnable: z.nullable(z.string()),
  /**
   * True if the payer's name is similar to a name on a sanctions list, and no operator has cleared the payer's name.
   */
  on_list: z.boolean(),
  /** The open proposal of an operator. */
  proposal: openProposal,
});
export type UnallocatedLine = z.infer<typeof unallocatedLine>;

export const bankDesk = z.object({
  accounts: z.array(bankAccountState),
  client_money: z.array(clientMoney),
  /** Oldest first, at most 200. */
  unallocated: z.array(unallocatedLine),
  unallocated_total: z.number(),
  /** Unallocated money of closed accounts without a statement line, newest first, at most 200. */
  without_line: z.array(moneyWithoutLine),
  without_line_total: z.number(),
  /** Newest first, at most 20. */
  files: z.array(importedFile),
});
export type BankDesk = z.infer<typeof bankDesk>;

const getBankDesk = endpoint({
  method: 'GET',
  path: '/operations/bank',
  summary: 'Get the bank accounts with their balances, client money, unallocated lines and imported files',
  access: 'operator',
  answer: bankDesk,
  refusals: [],
});

const uploadBankFile = endpoint({
  method: 'POST',
  path: '/operations/bank/files',
  summary: 'Import a bank file. The same file again changes nothing',
  access: 'operator',
  stepUp: 'or_password',
  upload: {
    maxBytes: bankFileBytes,
    takes:
      'A statement in camt.052, 053 or 054, MT940, MT942 or BAI2, statuses in pain.002, NACHA returns, or a ZIP file of them',
  },
  answer: z.object({
    /** True if the same file was imported before. */
    known: z.boolean(),
    lines: z.number(),
    new_lines: z.number(),
    /** The number of payments that a file of statuses, returns or corrections reports. */
    reported: z.number(),
    /** Withdrawals that the bank rejected or returned. */
    rejected: z.number(),
    /** Corrections of payees' accounts. */
    changes: z.number(),
    warnings: z.array(z.string()),
  }),
  refusals: ['bank_file_refused', 'file_too_large'],
});

const returnLine = endpoint({
  method: 'POST',
  path: '/operations/bank/lines/:line/return',
  summary:
    'Return unallocated money to its payer by the next payment batch. Above the amount in `getConfig`, 1,000 US dollars by default, and for a name that resembles one on a sanctions list, this creates a proposal, which a second operator must approve',
  access: 'operator',
  stepUp: 'or_password',
  keyed: true,
  params: byLine,
  body: z.object({ reason }),
  /** The proposal, or null if the money waits for a payment batch. */
  answer: z.object({ proposal: z.nullable(proposal) }),
  refusals: [
    'line_not_found',
    'line_not_unallocated',
    'line_not_returnable',
    'proposal_open',
    'second_operator_required',
    'name_on_list',
  ],
});

const bookOwnFunds = endpoint({
  method: 'POST',
  path: '/operations/bank/lines/:line/own-funds',
  summary:
    'Propose to book an unallocated line as the institution’s own money, which came from or went to an account that is not in the configuration. A second operator must approve',
  access: 'operator',
  stepUp: 'or_password',
  keyed: true,
  params: byLine,
  body: z.object({ reason }),
  answer: z.object({ proposal }),
  refusals: ['line_not_found', 'line_not_unallocated', 'proposal_open', 'second_operator_required', 'name_on_list'],
});

const keepLine = endpoint({
  method: 'POST',
  path: '/operations/bank/lines/:line/keep',
  summary: 'Cancel the return of money that is in no payment batch yet. The line is unallocated again',
  access: 'operator',
  stepUp: 'or_password',
  params: byLine,
  refusals: ['line_not_found', 'line_not_returnable'],
});

const connectLine = endpoint({
  method: 'POST',
  path: '/operations/bank/lines/:line/connect',
  summary:
    'Connect a debit with the unallocated money that it took back, if the bank’s references do not. Both lines must be unallocated, of one account, with the same amount',
  access: 'operator',
  stepUp: 'or_password',
  params: byLine,
  body: z.object({ deposit: z.string().check(z.regex(/^\d{1,18}$/)), reason }),
  refusals: ['line_not_found', 'line_not_unallocated'],
});

/** A statement line that was credited to a member. */
const creditedLine = z.object({
  id: z.string(),
  account: z.string(),
  booked: z.nullable(day),
  amount_exact: exact,
  currency,
  counterparty: z.nullable(z.string()),
  counterparty_account: z.nullable(z.string()),
  remittance: z.nullable(z.string()),
  member: z.object({ id, name: z.string(), email: z.string() }),
  /** The open proposal of an operator. */
  proposal: openProposal,
});
export type CreditedLine = z.infer<typeof creditedLine>;

const findDeposits = endpoint({
  method: 'POST', // keeps names and references out of URLs, which proxies log
  path: '/operations/bank/deposits/search',
  summary:
    'Find up to 20 credited statement lines by payment reference, end-to-end id, bank reference, payer, member’s email or amount, newest first',
  access: 'operator',
  body: z.object({ q: z.string().check(z.trim(), z.minLength(1), z.maxLength(140)) }),
  answer: z.array(creditedLine),
  refusals: [],
});

const recallDeposit = endpoint({
  method: 'POST',
  path: '/operations/bank/lines/:line/recall',
  summary:
    'Take a deposit back from its member, because the bank asks for the money (camt.056). The line is unallocated again. Above the amount in `getConfig`, 1,000 US dollars by default, this creates a proposal, which a second operator must approve',
  access: 'operator',
  stepUp: 'or_password',
  movesMoney: true,
  params: byLine,
  body: z.object({ reason }),
  /** The proposal, or null if the money was taken back. */
  answer: z.object({ proposal: z.nullable(proposal) }),
  refusals: ['line_not_found', 'line_not_recallable', 'proposal_open', 'second_operator_required'],
});

/** The calls about the bank desk. */
export const deskCalls = {
  getBankDesk,
  uploadBankFile,
  allocateLine,
  allocateUnowned,
  returnLine,
  bookOwnFunds,
  keepLine,
  connectLine,
  findDeposits,
  recallDeposit,
};
