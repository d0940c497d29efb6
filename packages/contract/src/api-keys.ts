import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { amountInput, currency, email, exact, id, shownText, timestamp } from './wire.ts';

/** The rights of a key. A scope for writing does not include the scope for reading. */
export const keyScopes = [
  'balances:read',
  'transactions:read',
  'contacts:read',
  'contacts:write',
  'payments:write',
  'requests:read',
  'requests:write',
  'invoices:read',
  'invoices:write',
  'trades:write',
  'deposits:write',
  'markets:read',
  'approvals:read',
  'approvals:write',
  'events:read',
  // The test clock and simulations. This scope has no use in live mode.
  'sandbox:write',
] as const;
const keyScope = z.enum(keyScopes);
export type KeyScope = z.infer<typeof keyScope>;

/** The maximum number of an account's keys, without revoked keys. */
export const maxKeys = 50;

/** An address or network: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. */
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

export const apiKey = z.object({
  id,
  name: z.string(),
  /** The beginning and the end of the secret: `flr_live_…3kQ9`. */
  hint: z.string(),
  scopes: z.array(keyScope),
  /** The only wallet that the key's payments and requests may use. Null for all wallets. */
  wallet: z.nullable(currency),
  /** The only addresses that the key's payments may go to. Empty for all addresses. */
  recipients: z.array(z.string()),
  /**
   * The maximum that the key's payments may send in US dollars, without fees. Days and months are UTC. Null for no cap.
   */
  caps: z.object({ payment_exact: z.nullable(exact), day_exact: z.nullable(exact), month_exact: z.nullable(exact) }),
  /** The only networks from which the key works. Empty for all networks. */
  networks: z.array(z.string()),
  /** Whether the key's payments within the caps count as confirmed with the second factor. */
  confirmed_payments: z.boolean(),
  /** The name of the person who made the key. */
  made_by: z.string(),
  /** `suspended`: the key's maker no longer acts for the account. */
  state: z.enum(['active', 'expired', 'suspended']),
  created_at: timestamp,
  expires_at: z.nullable(timestamp),
  /** The end of the former secret after a rotation. Null without a former secret. */
  former_until: z.nullable(timestamp),
  /** Written at most once a minute. */
  last_used_at: z.nullable(timestamp),
  last_used_from: z.nullable(z.string()),
  calls: z.number(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** A key with its secret, which is never shown again. */
export const newApiKey = z.object({ key: apiKey, secret: z.string() });
export type NewApiKey = z.infer<typeof newApiKey>;

const cap = z.optional(z.nullable(amountInput));

export const listKeys = endpoint({
  method: 'GET',
  path: '/keys',
  summary: 'List the API keys of the account, the newest first, without revoked ones',
  access: 'member',
  answer: z.array(apiKey),
  refusals: [],
});

export const makeKey = endpoint({
  method: 'POST',
  path: '/keys',
  summary: 'Make an API key. The response shows its secret once. The account gets a mail',
  access: 'member',
  needsConfirmedEmail: true,
  stepUp: 'or_password',
  waitsAfterFactorReset: true,
  atMost: { times: 30, seconds: 86_400, sharedAs: 'api keys' },
  body: z.object({
    name: shownText.check(z.minLength(1), z.maxLength(60)),
    scopes: z.array(keyScope).check(z.minLength(1, 'Choose at least one scope.'), z.maxLength(keyScopes.length)),
    /** Not for keys that may trade or deposit. */
    wallet: z.optional(z.nullable(currency)),
    recipients: z.optional(z.array(email).check(z.maxLength(100))),
    /** US dollars. */
    caps: z.optional(z.object({ payment: cap, day: cap, month: cap })),
    networks: z.optional(z.array(network).check(z.maxLength(50))),
    /** Needs a cap per day and a second factor. */
    confirmed_payments: z.optional(z.boolean()),
    expires_at: z.optional(z.nullable(timestamp)),
  }),
  answer: newApiKey,
  refusals: ['too_many_keys', 'invalid_amount', 'second_factor_off'],
});

export const rotateKey = endpoint({
  method: 'POST',
  path: '/keys/:id/rotate',
  summary:
    'Give an API key a new secret, as its maker. The former secret works for a few hours more: 24, or as many as named, at most 168',
  access: 'member',
  stepUp: 'or_password',
  waitsAfterFactorReset: true,
  atMost: { times: 30, seconds: 86_400, sharedAs: 'api keys' },
  params: z.object({ id }),
  body: z.object({ grace_hours: z.optional(z.int().check(z.minimum(0), z.maximum(168))) }),
  answer: newApiKey,
  refusals: ['key_not_found'],
});

export const revokeKey = endpoint({
  method: 'DELETE',
  path: '/keys/:id',
  summary: 'Revoke an API key at once',
  access: 'member',
  stepUp: 'or_password',
  params: z.object({ id }),
  refusals: ['key_not_found'],
});
