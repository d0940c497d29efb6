import * as z from 'zod/mini';
import { factorCode, password, shownPasskey } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { paymentRules } from './payment-rules.ts';
import { currency, exact, id, money, shownText, timestamp } from './wire.ts';

const approvalStates = ['proposed', 'approved', 'refused', 'withdrawn', 'expired', 'failed'] as const;

const person = z.object({ id: z.string(), name: z.string() });

/** A payment, a batch payout or a rule change that waits for the approval of others, or its outcome. */
export const approval = z.object({
  id,
  kind: z.enum(['payment', 'batch', 'rules']),
  state: z.enum(approvalStates),
  /** `Payment to Ines Almeida`, or the change of the rules. */
  title: z.string(),
  /** Null for batch payouts and rules. */
  payment: z.nullable(
    z.object({
      amount: money,
      amount_exact: exact,
      /** The reserved amount, including the fee. */
      total: money,
      total_exact: exact,
      currency,
      /** The recipient's address, or the bank account. */
      to: z.string(),
      note: z.optional(z.string()),
    }),
  ),
  /** The batch payout. Null for payments and rules. */
  batch_id: z.nullable(id),
  /** The sentences of the applicable rules, or of the proposed rules. */
  why: z.array(z.string()),
  proposed_by: person,
  /** The API key that made the proposal. `proposed_by` is the maker of the key. Null for a person. */
  by_key: z.nullable(z.object({ id: z.string(), name: z.string() })),
  proposed_at: timestamp,
  expires_at: timestamp,
  approvals_needed: z.number(),
  approved_by: z.array(person),
  ended_at: z.nullable(timestamp),
  /** Why the proposal was refused or failed. */
  reason: z.nullable(z.string()),
  /** Whether the caller may approve or refuse the proposal now. */
  can_decide: z.boolean(),
  /** Whether the caller made the proposal and may withdraw it. */
  yours: z.boolean(),
});
export type Approval = z.infer<typeof approval>;

const listApprovals = endpoint({
  method: 'GET',
  path: '/approvals',
  summary: 'List what waits for approval, oldest first, or the last 200 that ended, newest first',
  access: 'member',
  query: z.object({ state: z.optional(z.enum(['open', 'ended'])) }),
  answer: z.array(approval),
  refusals: [],
});

const getApproval = endpoint({
  method: 'GET',
  path: '/approvals/:id',
  summary: 'Get one of them',
  access: 'member',
  params: z.object({ id }),
  answer: approval,
  refusals: ['not_found'],
});

/**
 * The factor that confirms exactly this approval: a second factor, or the password of a person without a second factor.
 */
const confirmation = z
  .object({ code: z.optional(factorCode), passkey: z.optional(shownPasskey), password: z.optional(password) })
  .check(
    z.refine(
      (shown) => Object.values(shown).filter((one) => one !== undefined).length === 1,
      'Send a code, a passkey or a password.',
    ),
  );

const deciding = ['not_found', 'approval_not_open', 'own_proposal', 'role_not_allowed'] as const;

const approve = endpoint({
  method: 'POST',
  path: '/approvals/:id/approve',
  summary:
    'Approve another person’s proposal with a second factor for exactly this one. The last approval carries it out',
  access: 'member',
  params: z.object({ id }),
  body: confirmation,
  answer: approval,
  refusals: [
    ...deciding,
    'account_frozen',
    'rules_changed',
    'second_factor_required',
    'second_factor_wrong',
    'second_factor_off',
    'passkey_refused',
    'bad_credentials',
    'too_many_requests',
    'busy',
    'ledger_read_only',
  ],
});

const refuse = endpoint({
  method: 'POST',
  path: '/approvals/:id/refuse',
  summary: 'Refuse another person’s proposal. The money is available again',
  access: 'member',
  params: z.object({ id }),
  body: z.object({ reason: z.optional(shownText.check(z.maxLength(300))) }),
  answer: approval,
  refusals: [...deciding, 'busy', 'ledger_read_only'],
});

const withdrawOwn = endpoint({
  method: 'POST',
  path: '/approvals/:id/withdraw',
  summary: 'Withdraw one’s own proposal. The money is available again',
  access: 'member',
  params: z.object({ id }),
  answer: approval,
  refusals: ['not_found', 'approval_not_open', 'busy', 'ledger_read_only'],
});

const ownRules = z.object({
  rules: paymentRules,
  /** The number of changes. 0 means the default rules. */
  version: z.number(),
  /** The rules as sentences, in their order. */
  sentences: z.array(z.string()),
});
export type OwnRules = z.infer<typeof ownRules>;

const getPaymentRules = endpoint({
  method: 'GET',
  path: '/business/rules',
  summary: 'Get the rules for outgoing payments',
  access: 'member',
  answer: ownRules,
  refusals: [],
});

const dryRun = z.object({
  days: z.number(),
  /** The outgoing payments of these days. */
  payments: z.number(),
  would_ask: z.number(),
  would_refuse: z.number(),
});
export type RulesDryRun = z.infer<typeof dryRun>;

const tryPaymentRules = endpoint({
  method: 'POST',
  path: '/business/rules/dry-run',
  summary: 'Apply rules to the payments of the last 90 days, without any effect',
  access: 'member',
  atMost: { times: 20, seconds: 60, sharedAs: 'rule dry runs' },
  body: z.object({ rules: paymentRules }),
  answer: dryRun,
  refusals: ['too_many_requests'],
});

const changePaymentRules = endpoint({
  method: 'PUT',
  path: '/business/rules',
  summary: 'Change the rules. Needs as many approvals as the stricter of the old and new rules demand for a payment',
  access: 'member',
  stepUp: 'or_password',
  body: z.object({ rules: paymentRules, version: z.int() }),
  answer: z.object({ ...ownRules.shape, proposed: z.nullable(approval) }),
  refusals: ['rules_changed', 'proposal_open'],
});

/** The calls about rules and approvals. */
export const approvalCalls = {
  listApprovals,
  getApproval,
  approve,
  refuse,
  withdrawOwn,
  getPaymentRules,
  tryPaymentRules,
  changePaymentRules,
};
