import type { Queryable } from '../../platform/database/pool.ts';
import { queueMail } from '../mail/index.ts';

/** What a member is always told by mail, whatever they chose to hear of. */
const news = {
  passwordChanged: {
    subject: 'Your password was changed',
    body: 'The password of your Florin account was changed. Every other session was signed out.',
  },
  passwordReset: {
    subject: 'Your password was reset',
    body: 'The password of your Florin account was set anew with a link from an email. Every session was signed out.',
  },
  twoFactorOn: {
    subject: 'Two-factor authentication is on',
    body: 'From now on your Florin account asks for a code of your authenticator app when you sign in.',
  },
  twoFactorOff: {
    subject: 'Two-factor authentication is off',
    body: 'Your Florin account no longer asks for a code of your authenticator app. Unless you have a passkey, its recovery codes are void.',
  },
  recoveryCodesRenewed: {
    subject: 'You have new recovery codes',
    body: 'Ten new recovery codes were made for your Florin account. The older ones are void.',
  },
  recoveryCodeUsed: {
    subject: 'A recovery code was used',
    body: 'Somebody used one of the recovery codes of your Florin account. It is void now.',
  },
  factorResetAsked: {
    subject: 'A reset of your second factor was asked for',
    body: 'We were told that you lost your second factor and your recovery codes. When two of our operators have agreed, your second factors are removed and every session is signed out.',
  },
  factorReset: {
    subject: 'Your second factor was reset',
    body: 'Two of our operators removed the second factors of your Florin account, after your identity was shown again. Every session was signed out. Sign in with your password and set a second factor up again.',
  },
  wrongFactor: {
    subject: 'Your password was used with a wrong second factor',
    body: 'Somebody entered the right password of your Florin account, and then a wrong second factor. They were not signed in.',
  },
  nameChangeStarted: {
    subject: 'Name change requested',
    body: 'A new identity check was started to change the name of your Florin account. Your verified name and your limits stay until the check is approved.',
  },
  phoneConfirmed: {
    subject: 'A phone number was confirmed',
    body: 'The phone number of your Florin account was confirmed with a code: text messages about your account can be sent there.',
  },
  payoutMethodAdded: {
    subject: 'A bank account was added',
    body: 'A bank account was added to your Florin account: money can be withdrawn to it.',
  },
  passkeyAdded: {
    subject: 'A passkey was added',
    body: 'A passkey was added to your Florin account: whoever has it can sign in without a password.',
  },
  passkeyRemoved: {
    subject: 'A passkey was removed',
    body: 'A passkey was removed from your Florin account. It cannot be used to sign in any more.',
  },
} as const;

const ifNotYou =
  'If this was not you, use "Forgot password?" on the sign-in page to set a new password, and look at the sessions and passkeys on your profile page.';

/** In the caller's transaction: told if it happened, and only then. @param more a paragraph with the particulars */
export const mailSecurityNews = (
  tx: Queryable,
  email: string,
  what: keyof typeof news,
  ...more: readonly string[]
): Promise<void> =>
  queueMail(tx, { to: email, subject: news[what].subject, body: [news[what].body, ...more, ifNotYou].join('\n\n') });
