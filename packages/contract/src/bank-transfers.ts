import * as z from 'zod/mini';
import { transaction } from './activity.ts';
import { endpoint } from './endpoint.ts';
import { amountInput, currency } from './wire.ts';

/** How a member pays in by bank transfer. */
export const fundingInstruction = z.object({
  currency,
  /** The account's holder, in the form that banks require. */
  holder: z.string(),
  bank: z.string(),
  /** The account's identifiers, such as IBAN and BIC, in the order that banks use. */
  account: z.array(z.object({ label: z.string(), value: z.string() })),
  /**
   * The member's creditor reference (ISO 11649). The reference never changes. Without the reference, the money waits
   * for an operator.
   */
  reference: z.string(),
  /** The reference in groups of four, as printed. */
  reference_printed: z.string(),
  /** The content of an EPC069-12 QR code, for euros. Banking apps fill in the transfer from this code. */
  qr: z.nullable(z.string()),
  /** `Usually 1 business day` */
  takes: z.string(),
  /** Whether the sandbox can simulate the arrival of the transfer. */
  can_simulate: z.boolean(),
});
export type FundingInstruction = z.infer<typeof fundingInstruction>;

export const getFundingInstructions = endpoint({
  method: 'GET',
  path: '/funding/instructions',
  summary: 'Get the bank accounts to pay to, with your payment reference',
  access: 'member',
  answer: z.array(fundingInstruction),
  refusals: [],
});

export const simulateBankTransfer = endpoint({
  method: 'POST',
  path: '/sandbox/bank-transfers',
  summary:
    'Let the pretended bank of the sandbox report a transfer of yours on a statement, which is then imported. Not in live mode',
  access: 'member',
  atMost: { times: 30, seconds: 60, sharedAs: 'funding' },
  movesMoney: true,
  body: z.object({ amount: amountInput, currency: z.optional(currency) }),
  answer: transaction,
  refusals: ['not_found'],
});
