import * as z from 'zod/mini';
import { documentShare } from './activity.ts';
import { factorCode, newPassword, password, session, shownPasskey, webauthnJson } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { email, id, mailedToken, shownText, timestamp } from './wire.ts';

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/password/forgot',
  summary: 'Mail a password reset link, which works once within 30 minutes. The response is the same for every address',
  access: 'public',
  body: z.object({ email }),
  refusals: ['too_many_requests'],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/password/reset',
  summary: 'Set a new password with the mailed token. All sessions end, so the member must sign in again',
  access: 'public',
  body: z.object({ token: mailedToken, password: newPassword }),
  refusals: ['reset_invalid', 'password_too_common', 'too_many_requests', 'busy'],
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/auth/password/change',
  summary: 'Change the password. All other sessions end, and the member gets a mail',
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
  /** The network of the sign-in, without its last part: `203.0.113.x`. */
  network: z.string(),
  created_at: timestamp,
  last_seen_at: timestamp,
  /** Whether this is the caller's session. */
  current: z.boolean(),
  /** Whether the sign-in came from a device that was new to this account. */
  new_device: z.boolean(),
});
export type OpenSession = z.infer<typeof openSession>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  summary: "List the account's sessions, the caller's first",
  access: 'member',
  answer: z.array(openSession),
  refusals: [],
});

export const endOneSession = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  summary: 'End one session',
  access: 'member',
  stepUp: 'or_password',
  params: z.object({ id }),
  refusals: ['session_not_found'],
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/auth/sessions',
  summary: 'End all other sessions',
  access: 'member',
  stepUp: 'or_password',
  refusals: [],
});

export const passkey = z.object({
  id,
  name: z.string(),
  created_at: timestamp,
  last_used_at: z.nullable(timestamp),
  /** True after a password reset by mail: the passkey cannot sign in until the member keeps it. */
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
  summary: 'Get the security settings of this account',
  access: 'member',
  answer: securityState,
  refusals: [],
});

export const stepUp = endpoint({
  method: 'POST',
  path: '/auth/step-up',
  summary:
    'Confirm with a second factor, or with the password if the account has none. For ten minutes this session may make sensitive calls. Send exactly one of the two',
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
  summary: 'Confirm with a passkey of this account, after `getPasskeyChallenge`',
  access: 'member',
  body: shownPasskey,
  refusals: ['passkey_refused', 'too_many_requests'],
});

/** Returns the data for an authenticator app. Two-factor authentication stays off until the member sends a code. */
export const setUpTwoFactor = endpoint({
  method: 'POST',
  path: '/auth/2fa/setup',
  summary: 'Create a secret for an authenticator app. It becomes active with its first code in `turnOnTwoFactor`',
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
  /** Ten codes, returned only here. Each code works once. */
  recovery_codes: z.array(z.string()),
});

export const turnOnTwoFactor = endpoint({
  method: 'POST',
  path: '/auth/2fa/on',
  summary: 'Turn on two-factor authentication with a code from the app',
  access: 'member',
  stepUp: true,
  body: z.object({ code: factorCode }),
  answer: recoveryCodes,
  refusals: ['second_factor_wrong', 'second_factor_on', 'second_factor_off', 'too_many_requests'],
});

export const turnOffTwoFactor = endpoint({
  method: 'POST',
  path: '/auth/2fa/off',
  summary: 'Turn off two-factor authentication and invalidate its recovery codes',
  access: 'member',
  stepUp: true,
  body: z.object({ current_password: password }),
  refusals: ['bad_credentials', 'second_factor_off', 'too_many_requests', 'busy'],
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/auth/2fa/recovery-codes',
  summary: 'Create ten new recovery codes, which replace the old ones',
  access: 'member',
  stepUp: true,
  body: z.object({ current_password: password }),
  answer: recoveryCodes,
  refusals: ['bad_credentials', 'second_factor_off', 'too_many_requests', 'busy'],
});

/** Options for `navigator.credentials`, valid for five minutes and one response. */
const challenge = z.object({ challenge_id: id, options: webauthnJson });

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys/begin',
  summary: 'Get the options that the browser needs to create a passkey for this account',
  access: 'member',
  stepUp: true,
  body: z.object({ current_password: password }),
  answer: challenge,
  refusals: ['bad_credentials', 'passkey_refused', 'too_many_requests', 'busy'],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys',
  summary: 'Store the passkey that the browser created, with a name',
  access: 'member',
  stepUp: true,
  body: z.object({
    challenge_id: id,
    name: shownText.check(z.minLength(1), z.maxLength(60)),
    response: webauthnJson,
  }),
  answer: z.extend(passkey, {
    /** Present with the first second factor of an account: ten codes, returned only here. Each code works once. */
    recovery_codes: z.optional(z.array(z.string())),
  }),
  refusals: ['passkey_refused'],
});

export const keepPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys/:id/keep',
  summary: 'Keep a passkey after a password reset, so it can sign in again',
  access: 'member',
  stepUp: true,
  params: z.object({ id }),
  refusals: ['passkey_not_found'],
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/auth/passkeys/:id',
  summary: 'Remove a passkey',
  access: 'member',
  stepUp: true,
  params: z.object({ id }),
  body: z.object({ current_password: password }),
  refusals: ['bad_credentials', 'passkey_not_found', 'too_many_requests', 'busy'],
});

export const getPasskeyChallenge = endpoint({
  method: 'POST',
  path: '/auth/passkeys/challenge',
  summary:
    'Get the options that the browser needs to sign in or confirm with a passkey. They are the same for everyone',
  access: 'public',
  answer: challenge,
  refusals: ['passkey_refused', 'too_many_requests'],
});

export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys/sign-in',
  summary: 'Open a session with a passkey, which counts as both factors',
  access: 'public',
  body: z.extend(shownPasskey, { remember: z.optional(z.boolean()) }),
  answer: session,
  refusals: ['passkey_refused', 'too_many_requests'],
});

export const exportMyData = endpoint({
  method: 'GET',
  path: '/auth/me/export',
  summary: 'Export all data about the member as a JSON file',
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
    'Close the account permanently. It must hold no money and no coins, and nothing may be pending. Personal data becomes unreadable',
  access: 'member',
  stepUp: true,
  body: z.object({ current_password: password }),
  refusals: ['bad_credentials', 'account_not_empty', 'too_many_requests', 'busy'],
});
