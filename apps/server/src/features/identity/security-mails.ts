import type { Queryable } from '../../platform/database/pool.ts';
import { queueMail } from '../mail/index.ts';

/** The security mails, which members cannot turn off. */
const notices = {
  passwordChanged: {
    subject: 'Your password was changed',
    body: 'The password of your {{brand}} account was changed. You were signed out on all other devices.',
  },
  passwordReset: {
    subject: 'Your password was reset',
    body: 'The password of your {{brand}} account was reset with a link from an email. You were signed out on all devices.',
  },
  twoFactorOn: {
    subject: 'Two-factor authentication is on',
    body: 'You now need a code from your authenticator app to sign in to your {{brand}} account.',
  },
  twoFactorOff: {
    subject: 'Two-factor authentication is off',
    body: 'You no longer need a code from your authenticator app to sign in to your {{brand}} account. Unless you have a passkey, your recovery codes no longer work.',
  },
  recoveryCodesRenewed: {
    subject: 'You have new recovery codes',
    body: 'Your {{brand}} account has ten new recovery codes. The old codes no longer work.',
  },
  recoveryCodeUsed: {
    subject: 'A recovery code was used',
    body: 'Someone used a recovery code of your {{brand}} account. This code no longer works.',
  },
  factorResetAsked: {
    subject: 'Reset of your second factor requested',
    body: 'We received a report that you lost your second factor and your recovery codes. After two of our operators approve, we remove your second factors and sign you out on all devices.',
  },
  factorReset: {
    subject: 'Your second factor was reset',
    body: 'Two of our operators checked your identity again and removed the second factors of your {{brand}} account. You were signed out on all devices. Sign in with your password and set up a second factor again.',
  },
  wrongFactor: {
    subject: 'Your password was used with a wrong second factor',
    body: 'Someone entered the correct password of your {{brand}} account, then a wrong second factor. They were not signed in.',
  },
  nameChangeStarted: {
    subject: 'Name change requested',
    body: 'Someone started a new identity check to change the name of your {{brand}} account. Your verified name and your limits stay until we approve the check.',
  },
  phoneConfirmed: {
    subject: 'Phone number confirmed',
    body: 'The phone number of your {{brand}} account is confirmed. We can send text messages about your account to it.',
  },
  payoutMethodAdded: {
    subject: 'Bank account added',
    body: 'Someone added a bank account to your {{brand}} account. Money can be withdrawn to it.',
  },
  webhookAdded: {
    subject: 'Webhook added',
    body: 'Someone added a webhook to your {{brand}} account. It gets a message about each payment.',
  },
  webhookMoved: {
    subject: 'Webhook changed',
    body: 'Someone changed the address of a webhook of your {{brand}} account. The new address gets a message about each payment.',
  },
  passkeyAdded: {
    subject: 'Passkey added',
    body: 'Someone added a passkey to your {{brand}} account. Its owner can sign in without a password.',
  },
  passkeyRemoved: {
    subject: 'Passkey removed',
    body: 'Someone removed a passkey from your {{brand}} account. It no longer works for signing in.',
  },
} as const;

const ifNotYou =
  'If this was not you, choose "Forgot password" on the sign-in page and set a new password. Then check the sessions and passkeys on your profile page.';

/** Queues a security mail in the caller's transaction. @param more paragraphs with details */
export const mailSecurityNews = (
  tx: Queryable,
  email: string,
  what: keyof typeof notices,
  ...more: readonly string[]
): Promise<void> =>
  queueMail(tx, {
    to: email,
    subject: notices[what].subject,
    body: [notices[what].body, ...more, ifNotYou].join('\n\n'),
  });
