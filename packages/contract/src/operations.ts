import * as z from 'zod/mini';
import { planName } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { idTypes, kycFile, kycForm, kycItems } from './kyc.ts';
import { proposal, reason } from './proposals.ts';
import { amountInput, coinSymbol, exact, id, money, timestamp } from './wire.ts';

const byId = z.object({ id });

export const overview = z.object({
  /** The number of waiting identity checks, and the time of the oldest check. */
  checks: z.number(),
  oldest_check_at: z.nullable(timestamp),
  /** The number of proposals that wait for a second operator. */
  proposals: z.number(),
  /**
   * The number of statement lines that do not belong to a member yet, and of money items of closed accounts without a
   * line.
   */
  unallocated: z.number(),
  /** The number of names on sanctions lists that wait for a decision. */
  screening: z.number(),
  withdrawals: z.number(),
  deposits: z.number(),
  /** The money held by these withdrawals, in US dollars at today's rates. */
  withdrawals_usd: money,
  withdrawals_usd_exact: exact,
  /** The fees of this UTC day, in US dollars at today's rates. */
  fees_today_usd: money,
  fees_today_usd_exact: exact,
});
export type Overview = z.infer<typeof overview>;

export const getOverview = endpoint({
  method: 'GET',
  path: '/operations/overview',
  summary: 'Get the work that waits for an operator',
  access: 'operator',
  answer: overview,
  refusals: [],
});

export const kycCaseRow = z.object({
  /** The member's id. */
  id,
  /** The name entered for the check. */
  name: z.string(),
  account_name: z.string(),
  /** The new name that a verified member requested. `account_name` is the verified name. */
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
  summary: 'List the identity checks that need review, oldest first',
  access: 'operator',
  answer: z.array(kycCaseRow),
  refusals: [],
});

export const kycCase = z.object({
  ...kycCaseRow.shape,
  level: z.number(),
  form: kycForm,
  files: z.array(kycFile),
  /** The findings of the automatic check, in sentences. */
  notes: z.array(z.string()),
});
export type KycCase = z.infer<typeof kycCase>;

export const getKycCase = endpoint({
  method: 'GET',
  path: '/operations/kyc/:id',
  summary: 'Get an identity check with its form. The access is recorded in the audit trail',
  access: 'operator',
  stepUp: 'or_password',
  params: byId,
  answer: kycCase,
  refusals: ['case_not_found'],
});

export const viewKycFile = endpoint({
  method: 'GET',
  path: '/operations/kyc/:id/files/:fileId',
  summary: 'Get a file of an identity check. Each access is recorded in the audit trail',
  access: 'operator',
  stepUp: 'or_password',
  params: z.object({ id, fileId: id }),
  media: 'application/octet-stream',
  refusals: ['file_not_found'],
});

export const decideKycCase = endpoint({
  method: 'POST',
  path: '/operations/kyc/:id/decision',
  summary: 'Verify, request more with a reason per item, or deny with a reason. Only the first decision counts',
  access: 'operator',
  stepUp: 'or_password',
  params: byId,
  body: z.object({
    decision: z.enum(['verified', 'needs_more', 'denied']),
    /**
     * No reason for `verified`, one or more reasons for `needs_more`, and one reason for `denied`. The item of the
     * reason for `denied` is not shown.
     */
    reasons: z.optional(z.array(z.object({ item: z.enum(kycItems), reason }))),
    /** The time of the reviewed submission. The call does not decide a newer submission. */
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
  /** The total of the wallets, in US dollars at today's rates. Null while the database of a ledger is down. */
  fiat_usd: z.nullable(money),
  fiat_usd_exact: z.nullable(exact),
  last_seen_at: z.nullable(timestamp),
  sessions: z.number(),
  state: z.enum(['open', 'frozen', 'closed']),
  /** Whether the member has an authenticator app or a passkey. */
  has_factor: z.boolean(),
  created_at: timestamp,
});
export type FoundUser = z.infer<typeof foundUser>;

export const findUsers = endpoint({
  method: 'POST', // keeps names and email addresses out of URLs, which proxies log
  path: '/operations/users/search',
  summary:
    'Find up to 50 members by a part of their name or email address, or by a transaction reference. Without a query, list the newest',
  access: 'operator',
  body: z.object({ q: z.optional(z.string().check(z.trim(), z.maxLength(100))) }),
  answer: z.array(foundUser),
  refusals: [],
});

export const freezeUser = endpoint({
  method: 'POST',
  path: '/operations/users/:id/freeze',
  summary: 'Freeze an account: sign-ins are blocked, and its sessions end',
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
  summary: 'Unfreeze an account',
  access: 'operator',
  stepUp: 'or_password',
  params: byId,
  answer: foundUser,
  refusals: ['user_not_found'],
});

export const endUserSessions = endpoint({
  method: 'POST',
  path: '/operations/users/:id/end-sessions',
  summary: 'End all sessions of a member',
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
    'Propose to remove the lost second factors of a member whose identity was checked again. The reason says how. A second operator must approve, and the member gets a mail immediately',
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
  /** The coins available for sale. */
  inventory_exact: z.string(),
  /** The stock is low below this level: a tenth of all coins that the owners supplied. */
  floor_exact: z.string(),
  /** Dollars per coin. Null without a price. */
  price_exact: z.nullable(z.string()),
  value: money,
  value_exact: exact,
});
export type HousePosition = z.infer<typeof housePosition>;

export const listHousePositions = endpoint({
  method: 'GET',
  path: '/operations/house',
  summary: 'List the inventory of each coin, most valuable first',
  access: 'operator',
  answer: z.array(housePosition),
  refusals: [],
});

export const supplyCoins = endpoint({
  method: 'POST',
  path: '/operations/house/:symbol/supplies',
  summary: "Propose to add the owners' coins to the inventory. A second operator must approve",
  access: 'operator',
  stepUp: 'or_password',
  keyed: true,
  params: z.object({ symbol: coinSymbol }),
  body: z.object({ amount: amountInput, reason }),
  answer: proposal,
  refusals: ['coin_not_found', 'invalid_amount'],
});

export const ledgerHealth = z.object({
  /** The sums of all accounts per asset, which must be zero. */
  assets: z.array(
    z.object({
      asset: z.string(),
      /** The total of the members' accounts. */
      members_exact: z.string(),
      /** The total of all other accounts: fees, clearing and inventory. */
      house_exact: z.string(),
      /** The sum of both totals, which must be zero. */
      sum_exact: z.string(),
    }),
  ),
  entries: z.number(),
  swept_at: z.nullable(timestamp),
  /** The problems found by the last sweeps, in sentences. Empty if the ledger is consistent. */
  findings: z.array(z.string()),
  /** Whether money commands are rejected because of a finding. */
  read_only: z.boolean(),
});
export type LedgerHealth = z.infer<typeof ledgerHealth>;

export const getLedgerHealth = endpoint({
  method: 'GET',
  path: '/operations/ledger',
  summary: 'Get the health of the ledger',
  access: 'operator',
  answer: ledgerHealth,
  refusals: [],
});

export const operatorAct = z.object({
  id,
  at: timestamp,
  /** The operator's email address, or else `system` or `command line`. */
  who: z.string(),
  /** `Opened document` */
  did: z.string(),
  /** `Ines Almeida, photo page` */
  on: z.string(),
  ip: z.nullable(z.string()),
  /** The SHA-256 of this record and the previous record's hash. */
  hash: z.string(),
});
export type OperatorAct = z.infer<typeof operatorAct>;

export const listOperatorActs = endpoint({
  method: 'GET',
  path: '/operations/audit',
  summary:
    'List the operator actions, newest first. The list is append-only: each record includes the hash of the previous one',
  access: 'operator',
  paged: true,
  query: z.object({ cursor: z.optional(z.string().check(z.maxLength(200))) }),
  answer: z.array(operatorAct),
  refusals: [],
});
