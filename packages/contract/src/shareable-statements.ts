import * as z from 'zod/mini';
import { documentShare, month } from './activity.ts';
import { endpoint } from './endpoint.ts';
import { amountInput, currency, email } from './wire.ts';

/** The possible numbers of days that a statement is valid. */
export const statementDays = [1, 7, 30] as const;

const days = z.literal(statementDays);

const answer = z.object({
  /**
   * An SD-JWT VC with all its disclosures (packages/verify/README.md). The member removes the disclosures that the
   * reader should not see. The server does not store the statement.
   */
  statement: z.string(),
});

const shareBalance = endpoint({
  method: 'POST',
  path: '/shareable-statements/balance',
  summary: 'Make a signed statement that the available balance of a wallet is at least an amount',
  access: 'member',
  notWhileOwing: true,
  body: z.object({ currency, at_least: amountInput, days }),
  answer,
  ...documentShare,
  refusals: ['invalid_amount', 'balance_too_low'],
});

const shareIncome = endpoint({
  method: 'POST',
  path: '/shareable-statements/income',
  summary:
    'Make a signed statement of what a payer paid into a wallet in whole UTC months, less what the member paid back',
  access: 'member',
  body: z.object({
    currency,
    /** The payer's address from `listPayers`. */
    payer: email,
    /** The first and the last month. The last month may be the current month. At most 24 months. */
    from: month,
    to: month,
    days,
  }),
  answer,
  ...documentShare,
  refusals: ['no_income'],
});

const payer = z.object({
  email: z.string(),
  name: z.string(),
  /** The wallets that the payer has paid into. */
  currencies: z.array(currency),
});
export type Payer = z.infer<typeof payer>;

const listPayers = endpoint({
  method: 'GET',
  path: '/shareable-statements/payers',
  summary: 'List who paid the account: the payers of the last 10,000 payments into each wallet, by name',
  access: 'member',
  answer: z.array(payer),
  ...documentShare,
  refusals: [],
});

/** The calls about shareable statements. */
export const shareableStatementCalls = { shareBalance, shareIncome, listPayers };
