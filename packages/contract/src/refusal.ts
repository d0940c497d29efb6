import * as z from 'zod/mini';

/**
 * The error codes with their HTTP status. Only a missing, expired or revoked token gets 401, because a 401 ends the
 * browser's session (rule security-17).
 */
export const refusalStatus = {
  // request format
  invalid_request: 422,
  invalid_amount: 422,
  invalid_idempotency_key: 422,
  malformed_body: 400,
  request_too_slow: 408,
  unsupported_media_type: 415,
  body_too_large: 413,
  not_found: 404,
  unknown_host: 421,
  outbox_locked: 403,
  too_many_requests: 429,
  // caller
  not_signed_in: 401,
  bad_credentials: 400,
  email_taken: 409,
  confirmation_invalid: 422,
  confirmation_needs_password: 403,
  confirmation_of_another: 403,
  already_confirmed: 409,
  phone_missing: 409,
  phone_code_wrong: 422,
  email_not_confirmed: 403,
  password_too_common: 422,
  reset_invalid: 422,
  second_factor_required: 403,
  password_required: 403,
  factor_reset_wait: 403,
  second_factor_wrong: 422,
  second_factor_on: 409,
  second_factor_off: 409,
  passkey_refused: 422,
  passkey_not_found: 404,
  session_not_found: 404,
  account_not_empty: 409,
  account_restricted: 403,
  // businesses
  business_not_found: 404,
  role_not_allowed: 403,
  own_account_only: 403,
  verification_required: 403,
  handle_taken: 409,
  already_in_business: 409,
  last_owner: 409,
  refused_by_rule: 403,
  approval_not_open: 409,
  own_proposal: 403,
  rules_changed: 409,
  // API keys
  scope_missing: 403,
  not_for_keys: 403,
  network_not_allowed: 403,
  wallet_not_allowed: 403,
  recipient_not_allowed: 403,
  key_limit_exceeded: 409,
  key_not_found: 404,
  too_many_keys: 409,
  // identity verification
  name_locked: 409,
  verification_closed: 409,
  verification_incomplete: 409,
  file_too_large: 413,
  file_not_accepted: 422,
  file_not_found: 404,
  image_not_accepted: 422,
  // money
  insufficient_balance: 409,
  limit_exceeded: 409,
  plan_limit_exceeded: 409,
  idempotency_key_reused: 422,
  still_in_flight: 409,
  recipient_is_self: 422,
  amount_too_small: 422,
  same_currency: 422,
  rates_unavailable: 409,
  quote_not_found: 404,
  quote_used: 409,
  quote_expired: 409,
  not_cancellable: 409,
  invitation_invalid: 422,
  account_closed: 409,
  // contacts and requests
  contact_not_found: 404,
  contact_exists: 409,
  request_not_open: 409,
  reminded_enough: 409,
  // invoices
  invoice_not_draft: 409,
  invoice_not_open: 409,
  more_than_open: 409,
  host_not_registered: 422,
  // batch payouts
  batch_file_refused: 422,
  batch_payout_not_ready: 409,
  // funding
  payment_method_not_found: 404,
  payment_method_unknown_token: 422,
  payment_method_not_usable: 422,
  payment_declined: 409,
  payment_needs_confirmation: 409,
  card_payment_not_found: 404,
  no_cards: 409,
  // markets
  coin_not_found: 404,
  trading_paused: 409,
  not_in_stock: 409,
  // plans
  plan_unchanged: 409,
  // notifications
  no_push: 409,
  no_texts: 409,
  push_endpoint_taken: 409,
  // proofs
  proof_not_ready: 409,
  balance_too_low: 409,
  no_income: 409,
  // webhooks
  webhook_address: 422,
  webhooks_full: 409,
  webhook_not_found: 404,
  webhook_disabled: 409,
  delivery_not_found: 404,
  // operations
  operator_needs_factor: 403,
  user_not_found: 404,
  case_not_found: 404,
  case_decided: 409,
  order_not_found: 404,
  order_not_pending: 409,
  line_not_found: 404,
  line_not_unallocated: 409,
  line_not_returnable: 409,
  line_not_recallable: 409,
  receivable_not_open: 409,
  bank_file_refused: 422,
  day_closed: 409,
  day_not_ready: 409,
  day_report_not_found: 404,
  name_on_list: 409,
  screening_hit_not_found: 404,
  screening_hit_decided: 409,
  payout_not_ready: 409,
  batch_not_found: 404,
  batch_not_open: 409,
  batch_not_possible: 422,
  account_change_not_found: 404,
  account_frozen: 409,
  proposal_not_found: 404,
  proposal_not_open: 409,
  proposal_open: 409,
  second_operator_required: 403,
  // server state
  busy: 503,
  database_unavailable: 503,
  ledger_read_only: 503,
} as const satisfies Record<string, number>;

export type RefusalCode = keyof typeof refusalStatus;

export const refusalCodes = Object.keys(refusalStatus) as [RefusalCode, ...RefusalCode[]];

/** The kinds of second factors. */
export const factorKinds = ['app', 'passkey', 'recovery_code'] as const;
export type Factor = (typeof factorKinds)[number];

/** The body of every error response (status 400 or higher). `internal_error` means a bug. */
export const errorBody = z.object({
  detail: z.string(),
  code: z.enum([...refusalCodes, 'internal_error']),
  request_id: z.string(),
  /** A message for each invalid field. */
  fields: z.optional(z.record(z.string(), z.string())),
  /** With `second_factor_required` at sign-in: the member's second factors. */
  factors: z.optional(z.array(z.enum(factorKinds))),
  /** With `payment_needs_confirmation`: the page where the member confirms the payment. */
  url: z.optional(z.string()),
});

export type ErrorBody = z.infer<typeof errorBody>;
export type ErrorCode = ErrorBody['code'];

/**
 * An error body after reading. Only `detail` is required: another server may send no other field, and a newer server
 * may send unknown codes.
 */
export type ReadErrorBody = Pick<ErrorBody, 'detail'> & {
  [Field in Exclude<keyof ErrorBody, 'detail'>]?: ErrorBody[Field];
};
