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
  });
}

/** Without the name: anybody can sign up with this address, and would choose what we write to it. */
const confirmationBody = [
  'Welcome to Florin.',
  'Please confirm that this is your email address. Once you have, money that people send to it can reach you, and you can send more yourself.',
  "If you didn't open an account with us, you don't need to do anything: nobody can confirm it without this email.",
  'Open this link within 24 hours to confirm:',
].join('\n\n');
