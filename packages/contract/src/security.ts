import * as z from 'zod/mini';
import { documentShare } from './activity.ts';
import { factorCode, newPassword, password, session, shownPasskey, webauthnJson } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { email, id, mailedToken, shownText, timestamp } from './wire.ts';

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/password/forgot',
  summary: 'Mail a link that sets a new password, once and for 30 minutes. The same answer for every address',
  access: 'public',
  body: z.object({ email }),
  refusals: ['too_many_requests'],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/password/reset',
  summary: 'Set a new password with the token of the mail. Every session ends; one signs in with it after',
  access: 'public',
  body: z.object({ token: mailedToken, password: newPassword }),
  refusals: ['reset_invalid', 'password_too_common', 'too_many_requests', 'busy'],
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/auth/password/change',
  summary: 'Set a new password. Every other session ends, and a mail says so',
  access: 'member',
  stepUp: true,
  body: z.object({ current_password: password, password: newPassword }),
  refusals: ['bad_credentials', 'password_too_common', 'too_many_requests', 'busy'],
});

export const openSession = z.object({
  id,
  /** `Firefox on Linux` */
  device: z.string(),
  kind: z.enum(['desktop', 'phone', 'other']),
  /** The network it was opened from, its last part left out: `203.0.113.x`. */
  network: z.string(),
  created_at: timestamp,
  last_seen_at: timestamp,
  /** The one that asks. */
  current: z.boolean(),
  /** Opened on a device that was not seen on this account before it. */
  new_device: z.boolean(),
});
export type OpenSession = z.infer<typeof openSession>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  summary: 'Where this account is signed in, the asking session first',
  access: 'member',
  answer: z.array(openSession),
  refusals: [],
});

export const endOneSession = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  summary: 'Sign out there',
  access: 'member',
  stepUp: 'or_password',
  params: z.object({ id }),
  refusals: ['session_not_found'],
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/auth/sessions',
  summary: 'Sign out everywhere but here',
  access: 'member',
  stepUp: 'or_password',
  refusals: [],
});

export const passkey = z.object({
  id,
  name: z.string(),
  created_at: timestamp,
  last_used_at: z.nullable(timestamp),
  /** The password was reset by mail: it signs nobody in until it is kept. */
  in_review: z.optional(z.boolean()),
});
export type Passkey = z.infer<typeof passkey>;

export const securityState = z.object({
  password_changed_at: timestamp,
  /** Null while two-factor authentication is off. */
  two_factor_since: z.nullable(timestamp),
  recovery_codes_left: z.number(),
  passkeys: z.array(passkey),
});
export type SecurityState = z.infer<typeof securityState>;

export const getSecurity = endpoint({
  method: 'GET',
  path: '/auth/security',
  summary: 'What protects this account',
  access: 'member',
  answer: securityState,
  refusals: [],
});

export const stepUp = endpoint({
  method: 'POST',
  path: '/auth/step-up',
  summary:
    'Show a second factor, or without one the password: for ten minutes this session may do what asks for it. Exactly one of the two',
  access: 'member',
  body: z
    .object({ code: z.optional(factorCode), password: z.optional(password) })
    .check(
      z.refine((shown) => (shown.code === undefined) !== (shown.password === undefined), 'Send a code or a password.'),
    ),
  refusals: ['second_factor_wrong', 'second_factor_off', 'bad_credentials', 'too_many_requests', 'busy'],
});

export const stepUpByPasskey = endpoint({
  method: 'POST',
  path: '/auth/step-up/passkey',
  summary: 'The same with a passkey of this account, after `getPasskeyChallenge`',
  access: 'member',
  body: shownPasskey,
  refusals: ['passkey_refused', 'too_many_requests'],
});

/** What an authenticator app needs, and nothing is on until a code of it was shown. */
export const setUpTwoFactor = endpoint({
  method: 'POST',
  path: '/auth/2fa/setup',
  summary: 'A new secret for an authenticator app. It counts once `turnOnTwoFactor` was given a code of it',
  access: 'member',
  stepUp: true,
  body: z.object({ current_password: password }),
  answer: z.object({
    /** Base32, for typing. */
    secret: z.string(),
    /** `otpauth://totp/…`, for the QR code. */
    uri: z.string(),
  }),
  refusals: ['bad_credentials', 'second_factor_on', 'too_many_requests', 'busy'],
});

const recoveryCodes = z.object({
  /** Ten, shown this once, each good once. */
  recovery_codes: z.array(z.string()),
});

export const turnOnTwoFactor = endpoint({
  method: 'POST',
  path: '/auth/2fa/on',
  summary: 'Turn two-factor authentication on with a code of the app',
  access: 'member',
  stepUp: true,
  body: z.object({ code: factorCode }),
  answer: recoveryCodes,
  refusals: ['second_factor_wrong', 'second_factor_on', 'second_factor_off', 'too_many_requests'],
});

export const turnOffTwoFactor = endpoint({
  method: 'POST',
  path: '/auth/2fa/off',
  summary: 'Turn two-factor authentication off; its recovery codes are void',
  access: 'member',
  stepUp: true,
  body: z.object({ current_password: password }),
  refusals: ['bad_credentials', 'second_factor_off', 'too_many_requests', 'busy'],
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/auth/2fa/recovery-codes',
  summary: 'Ten new recovery codes; the older are void',
  access: 'member',
  stepUp: true,
  body: z.object({ current_password: password }),
  answer: recoveryCodes,
  refusals: ['bad_credentials', 'second_factor_off', 'too_many_requests', 'busy'],
});

/** Options for `navigator.credentials`, good for five minutes and one answer. */
const challenge = z.object({ challenge_id: id, options: webauthnJson });

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys/begin',
  summary: 'What the browser needs to make a passkey for this account',
  access: 'member',
  stepUp: true,
  body: z.object({ current_password: password }),
  answer: challenge,
  refusals: ['bad_credentials', 'passkey_refused', 'too_many_requests', 'busy'],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys',
  summary: 'Keep the passkey that the browser made, under a name',
  access: 'member',
  stepUp: true,
  body: z.object({
    challenge_id: id,
    name: shownText.check(z.minLength(1), z.maxLength(60)),
    response: webauthnJson,
  }),
  answer: z.extend(passkey, {
    /** With the first second factor of an account: ten, shown this once, each good once. */
    recovery_codes: z.optional(z.array(z.string())),
  }),
  refusals: ['passkey_refused'],
});

export const keepPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys/:id/keep',
  summary: 'Keep a passkey after a reset of the password: it signs in again',
  access: 'member',
  stepUp: true,
  params: z.object({ id }),
  refusals: ['passkey_not_found'],
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/auth/passkeys/:id',
  summary: 'Forget a passkey',
  access: 'member',
  stepUp: true,
  params: z.object({ id }),
  body: z.object({ current_password: password }),
  refusals: ['bad_credentials', 'passkey_not_found', 'too_many_requests', 'busy'],
});

export const getPasskeyChallenge = endpoint({
  method: 'POST',
  path: '/auth/passkeys/challenge',
  summary: 'What the browser needs to sign in, or to step up, with a passkey. The same for everybody',
  access: 'public',
  answer: challenge,
  refusals: ['passkey_refused', 'too_many_requests'],
});

export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys/sign-in',
  summary: 'Open a session with a passkey, which is both factors at once',
  access: 'public',
  body: z.extend(shownPasskey, { remember: z.optional(z.boolean()) }),
  answer: session,
  refusals: ['passkey_refused', 'too_many_requests'],
});

export const exportMyData = endpoint({
  method: 'GET',
  path: '/auth/me/export',
  summary: 'Everything that is kept about this person, as a JSON file',
  access: 'member',
  stepUp: 'or_password',
  media: 'application/octet-stream',
  ...documentShare,
  refusals: ['too_many_requests'],
});

export const closeAccount = endpoint({
  method: 'POST',
  path: '/auth/me/close',
  summary:
    'Close the account for ever. Its wallets and coins must be empty and nothing under way; personal data is made unreadable',
  access: 'member',
  stepUp: true,
  body: z.object({ current_password: password }),
  refusals: ['bad_credentials', 'account_not_empty', 'too_many_requests', 'busy'],
});
