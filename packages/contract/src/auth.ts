import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import type { RefusalCode } from './refusal.ts';
import { businessRole } from './roles.ts';
import { email, exact, id, mailedToken, memberName, money } from './wire.ts';

/** The minimum number of characters of a password (rule security-1). */
export const passwordMinimum = 8;
export const passwordMaximum = 256;

export const newPassword = z.string().check(z.minLength(passwordMinimum), z.maxLength(passwordMaximum));
export const password = z.string().check(z.minLength(1), z.maxLength(passwordMaximum));

/** The plan names. `listPlans` has prices and limits. */
export const planName = z.enum(['personal', 'pro', 'business']);

export const user = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Whether the member has confirmed this address. */
  email_confirmed: z.boolean(),
  avatar: z.nullable(z.string()),
  /** Whether the identity is verified (level 2). */
  verified: z.boolean(),
  kyc_level: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  plan: planName,
  /** `operator` allows access to /operations. */
  role: z.enum(['member', 'operator']),
  /** The number in international form, as typed. Null without a number. */
  phone: z.nullable(z.string()),
  /** Whether the number was confirmed with a text message code. */
  phone_confirmed: z.optional(z.boolean()),
  /** Whether an authenticator app is required at sign-in and for sensitive calls. */
  two_factor: z.boolean(),
  /** Whether the account has an authenticator app or a passkey. */
  has_factor: z.optional(z.boolean()),
  /** Set for a business: the business's handle, and the acting person with their role. */
  business: z.optional(
    z.object({
      handle: z.string(),
      person: z.object({ id: z.string(), name: z.string(), email: z.string() }),
      role: businessRole,
    }),
  ),
  /** The available balance of each wallet. */
  balances: z.object({
    usd: money,
    eur: money,
    gbp: money,
    usd_exact: exact,
    eur_exact: exact,
    gbp_exact: exact,
  }),
});
export type User = z.infer<typeof user>;

export const session = z.object({ token: z.string(), user });

/** Six digits of an authenticator app, or a recovery code. Spaces and dashes are ignored. */
export const factorCode = z.string().check(z.trim(), z.minLength(6), z.maxLength(32));

/** JSON of `@simplewebauthn/browser`. The library validates its contents. */
export const webauthnJson = z.record(z.string(), z.unknown());

/** A passkey's response to a challenge of `getPasskeyChallenge`. */
export const shownPasskey = z.object({ challenge_id: id, response: webauthnJson });

export const signup = endpoint({
  method: 'POST',
  path: '/auth/signup',
  summary: 'Create an account and open a session',
  access: 'public',
  body: z.object({
    name: memberName,
    email,
    password: newPassword,
  }),
  answer: session,
  refusals: ['email_taken', 'password_too_common', 'too_many_requests', 'busy'],
});

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  summary:
    'Open a session for 12 hours, or for 30 sliding days with `remember`. A member with a second factor repeats the call with a code or a passkey',
  access: 'public',
  body: z.object({
    email,
    password,
    remember: z.optional(z.boolean()),
    /** Six digits of the authenticator app, or a recovery code. */
    code: z.optional(factorCode),
    /** Replaces the code. */
    passkey: z.optional(shownPasskey),
  }),
  answer: session,
  refusals: [
    'bad_credentials',
    'second_factor_required',
    'second_factor_wrong',
    'passkey_refused',
    'too_many_requests',
    'busy',
  ],
});

export const me = endpoint({
  method: 'GET',
  path: '/auth/me',
  summary: 'Get the signed-in user with balances',
  access: 'member',
  answer: user,
  refusals: [],
});

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  summary: 'End this session',
  access: 'member',
  refusals: [],
});

/**
 * The token of a mailed link. The token alone is not enough, because anyone can sign up with a foreign address. The
 * caller also needs a session of that account or its password.
 */
export const heldLink = z.object({ token: mailedToken, password: z.optional(password) });

export const heldLinkRefusals = [
  'confirmation_invalid',
  'confirmation_needs_password',
  'confirmation_of_another',
  'bad_credentials',
] as const satisfies RefusalCode[];

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/auth/email/confirm',
  summary:
    'Confirm an address with the mailed token and a session or the password of its account. Waiting money arrives. The token works once, for 24 hours',
  access: 'public',
  body: heldLink,
  answer: z.object({
    email: z.string(),
    /** True if the link was used before, so nothing changed. */
    already: z.boolean(),
    /** The number of waiting payments that arrived. */
    claimed: z.number(),
  }),
  refusals: heldLinkRefusals,
});

export const resendConfirmation = endpoint({
  method: 'POST',
  path: '/auth/email/resend',
  summary: 'Send the confirmation mail again, at most once a minute',
  access: 'member',
  refusals: ['too_many_requests', 'already_confirmed'],
});
