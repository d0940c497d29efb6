import type { Queryable } from '../../platform/database/pool.ts';
import { queueMail } from '../mail/index.ts';
import { newToken, tokenDigest } from './secret-token.ts';

/**
 * Mails a link that confirms the member's address once, within 24 hours. Runs in the caller's transaction. The token
 * follows a `#`, so it appears in no server log.
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

/**
 * The mail leaves out the member's name. Anyone can sign up with this address and would choose a text that we send to
 * it.
 */
const confirmationBody = [
  'Welcome to Florin.',
  'Please confirm that this email address is yours. Until then you can add money, buy and sell. After that you can also send, request and withdraw money, and receive money at this address.',
  'If you did not open this account, do not confirm it. Someone else used your address, but they cannot send or receive money with it. To make the account yours, choose "Forgot password" on the sign-in page.',
  'Open this link within 24 hours to confirm:',
].join('\n\n');

/** Mails a welcome if addresses need no confirmation. Runs in the caller's transaction. */
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
      'Your account is ready. Money that people already sent to this address is in your wallet.',
      'Go to your dashboard:',
    ].join('\n\n'),
    link: `${publicUrl}/dashboard`,
  });
