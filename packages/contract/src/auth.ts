import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import type { RefusalCode } from './refusal.ts';
import { email, exact, id, mailedToken, memberName, money } from './wire.ts';

/** The minimum number of characters of a password (rule security-1). */
export const passwordMinimum = 8;
export const passwordMaximum = 256;

export const newPassword = z.string().check(z.minLength(passwordMinimum), z.maxLength(passwordMaximum));
export const password = z.string().check(z.minLength(1), z.maxLength(passwordMaximum));

/** Personal is free; what each costs and allows: `listPlans`. */
export const planName = z.enum(['personal', 'pro', 'business']);

export const user = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** The member has shown that this address is theirs. */
  email_confirmed: z.boolean(),
  avatar: z.nullable(z.string()),
  /** True once the identity is verified, which is level 2. */
  verified: z.boolean(),
  kyc_level: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  plan: planName,
  /** `operator` opens /operations. */
  role: z.enum(['member', 'operator']),
  /** In international form, as typed; null where none was given. */
  phone: z.nullable(z.string()),
  /** A code that was sent to the number as a text message has been entered. */
  phone_confirmed: z.optional(z.boolean()),
  /** An authenticator app is asked for at sign-in and before sensitive calls. */
  two_factor: z.boolean(),
  /** Has a second factor: an authenticator app or a passkey. */
  has_factor: z.optional(z.boolean()),
  /** What each wallet can spend. */
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

/** Six digits of an authenticator app, or a recovery code; spaces and dashes do not count. */
export const factorCode = z.string().check(z.trim(), z.minLength(6), z.maxLength(32));

/** What `@simplewebauthn/browser` takes and gives; its insides are the library's to read. */
export const webauthnJson = z.record(z.string(), z.unknown());

/** A passkey's answer to the challenge of `getPasskeyChallenge`. */
export const shownPasskey = z.object({ challenge_id: id, response: webauthnJson });

export const signup = endpoint({
  method: 'POST',
  path: '/auth/signup',
  summary: 'Open an account and a session',
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
    'Open a session. Twelve hours, or thirty sliding days when remembered. A member with a second factor sends the same again with a code or a passkey',
  access: 'public',
  body: z.object({
    email,
    password,
    remember: z.optional(z.boolean()),
    /** Six digits of the authenticator app, or a recovery code. */
    code: z.optional(factorCode),
    /** Instead of a code. */
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
  summary: 'The signed-in user with balances',
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
 * The token of a mail, which alone says nothing about the account: anybody can open one with an address that is not
 * theirs. So it counts within a session of that account, or with the account's password.
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
    'Confirm an address with the token of the mail, within a session of its account or with its password; money that waits for it arrives. Once, for 24 hours',
  access: 'public',
  body: heldLink,
  answer: z.object({
    email: z.string(),
    /** The link was used before: it changed nothing this time. */
    already: z.boolean(),
    /** How many payments that waited for this address arrived with it. */
    claimed: z.number(),
  }),
  refusals: heldLinkRefusals,
});

export const resendConfirmation = endpoint({
  method: 'POST',
  path: '/auth/email/resend',
  summary: 'Mail the confirmation again, once a minute at most',
  access: 'member',
  refusals: ['too_many_requests', 'already_confirmed'],
});
