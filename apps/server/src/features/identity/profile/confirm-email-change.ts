import type { Logger } from 'pino';
import type { Ledger } from '../../../ledger/index.ts';
import type { Queryable } from '../../../platform/database/pool.ts';
import { isUniqueViolation, transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { queueMail } from '../../mail/index.ts';
import { saveFormerAddress } from '../former-addresses.ts';
import { claimWaitingMoney, notifyConfirmed, type OnEmailConfirmed } from '../confirm-email.ts';
import { assertLinkHolder, type LinkHolder } from '../mailed-link.ts';
import type { FactorDependencies } from '../second-factor/show-factor.ts';
import { tokenDigest } from '../secret-token.ts';

type Dependencies = FactorDependencies & {
  readonly ledger: Pick<Ledger, 'booksWithin'>;
  readonly logger: Logger;
  readonly onEmailConfirmed: OnEmailConfirmed;
};

/**
 * Changes the account's address with the token that was mailed to the new address. The token works once, within 24
 * hours by the database's clock, for the holder of the account. The new address is confirmed and its waiting money is
 * claimed. A later change of the password invalidates the token. A second call changes nothing and needs no password.
 *
 * Refusals: `confirmation_invalid`, and those of `assertLinkHolder`.
 */
export async function confirmEmailChange(
  dependencies: Dependencies,
  token: string,
  holder: LinkHolder,
): Promise<{ email: string; already: boolean }> {
  const digest = tokenDigest(token);
  const found = await findChange(dependencies.pool, digest);
  if (isDone(found)) return { email: found.email, already: true };
  const assertStillHolder = await assertLinkHolder(dependencies, { id: found.id, email: found.old_email }, holder);
  const already = await redeem(dependencies, digest, assertStillHolder);
  if (!already) await claimWaitingMoney(dependencies, { id: found.id, email: found.email });
  return { email: found.email, already };
}

type Row = {
  id: string;
  old_email: string;
  old_confirmed: boolean;
  email: string;
  usable: boolean;
  used: boolean;
};

/** @returns whether an earlier call already made the change */
const redeem = (
  { pool, ledger }: Dependencies,
  digest: string,
  assertStillHolder: (tx: Queryable) => Promise<void>,
): Promise<boolean> =>
  transact(pool, async (tx) => {
    const row = await findChange(tx, digest, { locked: true });
    if (isDone(row)) return true;
    await assertStillHolder(tx);
    await setEmail(tx, row, digest);
    // A former address stays with the member only if it was confirmed.
    if (row.old_confirmed && row.old_email !== row.email)
      await saveFormerAddress({ ledger }, tx, { memberId: row.id, from: row.old_email, to: row.email });
    if (row.old_email !== row.email) await queueMail(tx, farewell(row.old_email));
    return false;
  }).catch((error: unknown) => {
    // Another member signed up with this address in the meantime.
    throw isUniqueViolation(error) ? invalid() : error;
  });

/** Returns whether the link already made the account's current address. */
const isDone = (row: Row) => row.used && row.old_email === row.email;

/** Finds a usable change, or a completed one. Refusals: `confirmation_invalid`. */
async function findChange(database: Queryable, digest: string, { locked = false } = {}): Promise<Row> {
  // Locks the member's row, so only one of two parallel calls is the first.
  const { rows } = await database.query<Row>(
    `select u.id, u.email as old_email, u.email_confirmed_at is not null as old_confirmed, c.email,
            c.used_at is null and c.expires_at > now() and c.created_at >= u.password_changed_at as usable,
            c.used_at is not null as used
     from email_changes c join users u on u.id = c.user_id
     where c.token_hash = decode($1, 'hex') and u.disabled_at is null ${locked ? 'for update of u, c' : ''}`,
    [digest],
  );
  const row = rows[0];
  if (!row || !(row.usable || isDone(row))) throw invalid();
  return row;
}

async function setEmail(tx: Queryable, { id, email }: Row, digest: string): Promise<void> {
  await tx.query(
    `update users set email = $2, email_confirmed_at = now(), kyc_level = greatest(kyc_level, 1::smallint) where id = $1`,
    [id, email],
  );
  await tx.query(`update email_changes set used_at = now() where token_hash = decode($1, 'hex')`, [digest]);
  // Expires all other links, because the latest confirmation counts. Does not mark these as used: a used link proves
  // that the address belonged to the member (closing/forget-identity.ts).
  await tx.query('update email_changes set expires_at = now() where user_id = $1 and used_at is null', [id]);
  await tx.query('update email_confirmations set expires_at = now() where user_id = $1 and used_at is null', [id]);
  await notifyConfirmed(tx, id);
}

const invalid = () =>
  new Refusal('confirmation_invalid', 'This link is no longer valid. Request a new one on your profile page.');

const farewell = (to: string) => ({
  to,
  subject: 'Your email address was changed',
  body: [
    'Your {{brand}} account now has another email address. Sign in with the new address. We send no more emails to this one. You still receive money that people send here, until you give up the address on your profile page.',
    'If this was not you, someone else has your password. Contact support immediately.',
  ].join('\n\n'),
});
