import type { Queryable } from '../../platform/database/pool.ts';
import { queueMail } from '../mail/index.ts';
import { newToken, tokenDigest } from './secret-token.ts';

/**
 * Mails a link that confirms the member's address, once and for a day. In the caller's transaction. The token is behind
 * a `#`, so that no server's log gets to see it.
 */
export async function mailConfirmation(
  database: Queryable,
  publicUrl: string,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  const token = newToken();
  await database.query(
    `insert into email_confirmations (token_hash, user_id, email) values (decode($1, 'hex'), $2, $3)`,
    [tokenDigest(token), id, email],
  );
  await queueMail(database, {
    to: email,
    subject: 'Confirm your email address',
    body: confirmationBody,
    link: `${publicUrl}/confirm-email#${token}`,
    button: 'Confirm email address',
  });
}

/** Without the member's name: anybody can sign up with this address, and would choose what we write to it. */
const confirmationBody = [
  'Welcome to Florin.',
  'Please confirm that this email address is yours. Until then you can add money, buy and sell. To send, request and withdraw money, and to receive what people send to this address, confirm it first.',
  'If you did not open this account, do not confirm. Somebody else used your address: they cannot send money or receive yours. To make the account your own, choose "Forgot password?" on the sign-in page.',
  'Open this link within 24 hours and confirm:',
].join('\n\n');

/** Where addresses count from the start. In the caller's transaction. */
export const mailWelcome = (
  database: Queryable,
  publicUrl: string,
  { email }: { readonly email: string },
): Promise<void> =>
  queueMail(database, {
    to: email,
    subject: 'Welcome to Florin',
    body: [
      'Welcome to Florin.',
      'Your account is open, and you can use all of it. Money that people sent to this address before is in your wallet.',
      'Go to your dashboard:',
    ].join('\n\n'),
    link: `${publicUrl}/dashboard`,
  });
