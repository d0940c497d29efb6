import * as z from 'zod/mini';
import { planName } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { idTypes, kycFile, kycForm, kycItems } from './kyc.ts';
import { proposal, reason } from './proposals.ts';
import { amountInput, coinSymbol, exact, id, money, timestamp } from './wire.ts';

const byId = z.object({ id });

export const overview = z.object({
  /** Identity checks that wait, and since when the oldest does. */
  checks: z.number(),
  oldest_check_at: z.nullable(timestamp),
  /** Proposals that wait for a second operator. */
  proposals: z.number(),
  withdrawals: z.number(),
  deposits: z.number(),
  /** What those withdrawals hold, in US dollars at today's rates. */
  withdrawals_usd: money,
  withdrawals_usd_exact: exact,
  /** Fees of this UTC day, in US dollars at today's rates. */
  fees_today_usd: money,
  fees_today_usd_exact: exact,
});
export type Overview = z.infer<typeof overview>;

export const getOverview = endpoint({
  method: 'GET',
  path: '/operations/overview',
  summary: 'What waits for an operator',
  access: 'operator',
  answer: overview,
  refusals: [],
});

export const kycCaseRow = z.object({
  /** The member's id. */
  id,
  /** As entered for the check. */
  name: z.string(),
  account_name: z.string(),
  /** Of a verified member who wants another name: that name. `account_name` is the verified one. */
  new_name: z.nullable(z.string()),
  email: z.string(),
  id_type: z.enum(idTypes),
  country: z.string(),
  submitted_at: timestamp,
});
export type KycCaseRow = z.infer<typeof kycCaseRow>;

export const listKycCases = endpoint({
  method: 'GET',
  path: '/operations/kyc',
  summary: 'Identity checks that wait for a person, oldest first',
  access: 'operator',
  answer: z.array(kycCaseRow),
  refusals: [],
});

export const kycCase = z.object({
  ...kycCaseRow.shape,
  level: z.number(),
  form: kycForm,
  files: z.array(kycFile),
  /** What the automatic check noticed, in sentences. */
  notes: z.array(z.string()),
});
export type KycCase = z.infer<typeof kycCase>;

export const getKycCase = endpoint({
  method: 'GET',
  path: '/operations/kyc/:id',
  summary: 'One check with what was entered. The look is written to the audit trail',
  access: 'operator',
  stepUp: 'or_password',
  params: byId,
  answer: kycCase,
  refusals: ['case_not_found'],
});

export const viewKycFile = endpoint({
  method: 'GET',
  path: '/operations/kyc/:id/files/:fileId',
  summary: 'A file of a check. Each look is written to the audit trail',
  access: 'operator',
  stepUp: 'or_password',
  params: z.object({ id, fileId: id }),
  media: 'application/octet-stream',
  refusals: ['file_not_found'],
});

export const decideKycCase = endpoint({
  method: 'POST',
  path: '/operations/kyc/:id/decision',
  summary: 'Verify, ask for more with a reason per item, or deny with a reason. Once: of two operators one decides',
  access: 'operator',
  stepUp: 'or_password',
  params: byId,
  body: z.object({
    decision: z.enum(['verified', 'needs_more', 'denied']),
    /** None for `verified`; one or more items for `needs_more`; one for `denied`, its item is not shown. */
    reasons: z.optional(z.array(z.object({ item: z.enum(kycItems), reason }))),
    /** That of the submission which was looked at: one that came after is not decided by it. */
    submitted_at: z.optional(timestamp),
  }),
  refusals: ['case_not_found', 'case_decided'],
});

export const foundUser = z.object({
  id,
  name: z.string(),
  email: z.string(),
  email_confirmed: z.boolean(),
  level: z.number(),
  plan: planName,
  role: z.enum(['member', 'operator']),
  /** Everything in the wallets, in US dollars at today's rates. */
  fiat_usd: money,
  fiat_usd_exact: exact,
  last_seen_at: z.nullable(timestamp),
  sessions: z.number(),
  state: z.enum(['open', 'frozen', 'closed']),
  /** An authenticator app or a passkey. */
  has_factor: z.boolean(),
  created_at: timestamp,
});
export type FoundUser = z.infer<typeof foundUser>;

export const findUsers = endpoint({
  method: 'POST', // names and addresses stay out of addresses, which others write down
  path: '/operations/users/search',
  summary: 'Members by a part of name or address, or by the reference of a transaction; the newest without. 50 at most',
  access: 'operator',
  body: z.object({ q: z.optional(z.string().check(z.trim(), z.maxLength(100))) }),
  answer: z.array(foundUser),
  refusals: [],
});

export const freezeUser = endpoint({
  method: 'POST',
  path: '/operations/users/:id/freeze',
  summary: 'Nobody signs in to it until it is unfrozen, and its sessions end',
  access: 'operator',
  stepUp: 'or_password',
  params: byId,
  body: z.object({ reason }),
  answer: foundUser,
  refusals: ['user_not_found'],
});

export const unfreezeUser = endpoint({
  method: 'POST',
  path: '/operations/users/:id/unfreeze',
  summary: 'The account is open again',
  access: 'operator',
  stepUp: 'or_password',
  params: byId,
  answer: foundUser,
  refusals: ['user_not_found'],
});

export const endUserSessions = endpoint({
  method: 'POST',
  path: '/operations/users/:id/end-sessions',
  summary: 'Sign the member out everywhere',
  access: 'operator',
  stepUp: 'or_password',
  params: byId,
  answer: foundUser,
  refusals: ['user_not_found'],
});

export const resetUserFactor = endpoint({
  method: 'POST',
  path: '/operations/users/:id/reset-factor',
  summary:
    'Propose to take the second factors from a member who has lost them, after identity was shown again; the reason says how. A second operator approves, and the member is mailed at once',
  access: 'operator',
  stepUp: 'or_password',
  keyed: true,
  params: byId,
  body: z.object({ reason }),
  answer: proposal,
  refusals: ['user_not_found', 'second_factor_off', 'second_operator_required', 'proposal_open'],
});

export const housePosition = z.object({
  symbol: z.string(),
  name: z.string(),
  /** Coins that the house has for sale. */
  inventory_exact: z.string(),
  /** With fewer than these the stock is low: a tenth of all that the owners have put in. */
  floor_exact: z.string(),
  /** Dollars a coin; null while there is no price. */
  price_exact: z.nullable(z.string()),
  value: money,
  value_exact: exact,
});
export type HousePosition = z.infer<typeof housePosition>;

export const listHousePositions = endpoint({
  method: 'GET',
  path: '/operations/house',
  summary: 'What the house holds of each coin, dearest first',
  access: 'operator',
  answer: z.array(housePosition),
  refusals: [],
});

export const supplyCoins = endpoint({
  method: 'POST',
  path: '/operations/house/:symbol/supplies',
  summary: 'Propose to put coins of the owners into the house’s inventory, which a second operator approves',
  access: 'operator',
  stepUp: 'or_password',
  keyed: true,
  params: z.object({ symbol: coinSymbol }),
  body: z.object({ amount: amountInput, reason }),
  answer: proposal,
  refusals: ['coin_not_found', 'invalid_amount'],
});

export const ledgerHealth = z.object({
  /** The sums of all accounts by asset, which are zero. */
  assets: z.array(
    z.object({
      asset: z.string(),
      /** What members own. */
      members_exact: z.string(),
      /** Everything else: fees, clearing, inventory. */
      house_exact: z.string(),
      /** Both together: zero. */
      sum_exact: z.string(),
    }),
  ),
  entries: z.number(),
  swept_at: z.nullable(timestamp),
  /** What the last sweeps found wrong, in sentences; empty is clean. */
  findings: z.array(z.string()),
  /** Money commands are refused since something was found. */
  read_only: z.boolean(),
});
export type LedgerHealth = z.infer<typeof ledgerHealth>;

export const getLedgerHealth = endpoint({
  method: 'GET',
  path: '/operations/ledger',
  summary: 'Whether the books are clean',
  access: 'operator',
  answer: ledgerHealth,
  refusals: [],
});

export const operatorAct = z.object({
  id,
  at: timestamp,
  /** The operator's address; `system` or `command line` without one. */
  who: z.string(),
  /** `Opened document` */
  did: z.string(),
  /** `Ines Almeida, photo page` */
  on: z.string(),
  ip: z.nullable(z.string()),
  /** SHA-256 over this line and the hash of the one before. */
  hash: z.string(),
});
export type OperatorAct = z.infer<typeof operatorAct>;

export const listOperatorActs = endpoint({
  method: 'GET',
  path: '/operations/audit',
  summary: 'What operators did, newest first. Append-only: each line carries the hash of the one before',
  access: 'operator',
  paged: true,
  query: z.object({ cursor: z.optional(z.string().check(z.maxLength(200))) }),
  answer: z.array(operatorAct),
  refusals: [],
});
