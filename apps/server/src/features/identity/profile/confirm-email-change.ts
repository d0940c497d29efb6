import type { Logger } from 'pino';
import type { Queryable } from '../../../platform/database/pool.ts';
import { isUniqueViolation, transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { queueMail } from '../../mail/index.ts';
import { keepFormerAddress } from '../former-addresses.ts';
import { letArrive, noteConfirmed, type OnEmailConfirmed } from '../confirm-email.ts';
import { assertHolds, type LinkHolder } from '../mailed-link.ts';
import type { FactorDependencies } from '../second-factor/show-factor.ts';
import { tokenDigest } from '../secret-token.ts';

export type MovedAddress = { readonly memberId: string; readonly from: string; readonly to: string };

type Dependencies = FactorDependencies & {
  readonly logger: Logger;
  readonly onEmailConfirmed: OnEmailConfirmed;
};

/**
 * The address becomes the account's by the token that was mailed to it: once, for 24 hours by the database's clock, for
 * the holder of the account only. It is confirmed with that, and what waited for it arrives. A password that was set
 * since voids it. A second use changes nothing and needs no password. Refusals: `confirmation_invalid`, and those of
 * `assertHolds`.
 */
export async function confirmEmailChange(
  dependencies: Dependencies,
  token: string,
  holder: LinkHolder,
): Promise<{ email: string; already: boolean }> {
  const digest = tokenDigest(token);
  const found = await findChange(dependencies.pool, digest);
  if (isDone(found)) return { email: found.email, already: true };
  const assertStillHeld = await assertHolds(dependencies, { id: found.id, email: found.old_email }, holder);
  const already = await redeem(dependencies, digest, assertStillHeld);
  if (!already) await letArrive(dependencies, { id: found.id, email: found.email });
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

/** @returns whether another use was first */
const redeem = (
  { pool }: Dependencies,
  digest: string,
  assertStillHeld: (tx: Queryable) => Promise<void>,
): Promise<boolean> =>
  transact(pool, async (tx) => {
    const row = await findChange(tx, digest, { locked: true });
    if (isDone(row)) return true;
    await assertStillHeld(tx);
    await setEmail(tx, row, digest);
    // An address goes on leading only to a member who has shown that it was theirs.
    if (row.old_confirmed && row.old_email !== row.email)
      await keepFormerAddress(tx, { memberId: row.id, from: row.old_email, to: row.email });
    if (row.old_email !== row.email) await queueMail(tx, farewell(row.old_email));
    return false;
  }).catch((error: unknown) => {
    // Somebody opened an account with that address in between.
    throw isUniqueViolation(error) ? invalid() : error;
  });

/** Used before, and the address is the one it led to. */
const isDone = (row: Row) => row.used && row.old_email === row.email;

/** Refusals: `confirmation_invalid`. */
async function findChange(database: Queryable, digest: string, { locked = false } = {}): Promise<Row> {
  // The member's row is locked: of two uses at the same moment one is the first.
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
  // Other links, to whichever address, are void: the last word is the one that was just confirmed. They end, and are not
  // marked as used: an address whose link was used is known to have been the member's (closing/forget-identity.ts).
  await tx.query('update email_changes set expires_at = now() where user_id = $1 and used_at is null', [id]);
  await tx.query('update email_confirmations set expires_at = now() where user_id = $1 and used_at is null', [id]);
  await noteConfirmed(tx, id);
}

const invalid = () =>
  new Refusal('confirmation_invalid', 'This link is not valid any more. Ask for a new one on your profile page.');

const farewell = (to: string) => ({
  to,
  subject: 'Your email address was changed',
  body: [
    'Your Florin account has another email address now. You sign in with that one, and no further email is sent here. Money that people send to this address still reaches you, until you give the address up on your profile page.',
    'If this was not you, somebody else has your password. Contact whoever runs this service at once.',
  ].join('\n\n'),
});
