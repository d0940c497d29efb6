import type { Logger } from 'pino';
import type { Queryable } from '../../platform/database/pool.ts';
import { isUniqueViolation, transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordChange } from './record-change.ts';
import { assertLinkHolder, type LinkHolder } from './mailed-link.ts';
import { tokenDigest } from './secret-token.ts';
import type { FactorDependencies } from './second-factor/show-factor.ts';

type ConfirmedMember = { readonly id: string; readonly email: string };

/** Claims the payments that wait for the address and returns their number. A recurring job claims the rest later. */
export type OnEmailConfirmed = (member: ConfirmedMember) => Promise<number>;

type Dependencies = FactorDependencies & {
  readonly logger: Logger;
  readonly onEmailConfirmed: OnEmailConfirmed;
};

export type Confirmation = {
  readonly email: string;
  /** The link was already used. This call changed nothing. */
  readonly already: boolean;
  /** The number of waiting payments that were claimed. */
  readonly claimed: number;
};

/**
 * Confirms an address with the token from a mail. The link works once, within 24 hours by the database's clock, for the
 * holder of the account. A second call changes nothing and needs no password.
 *
 * Refusals: `confirmation_invalid`, and those of `assertLinkHolder`.
 */
export async function confirmEmail(
  dependencies: Dependencies,
  token: string,
  holder: LinkHolder,
): Promise<Confirmation> {
  const { pool } = dependencies;
  const digest = tokenDigest(token);
  const found = await findLink(pool, digest);
  if (found.confirmed) return { email: found.email, already: true, claimed: 0 };
  const assertStillHolder = await assertLinkHolder(dependencies, found, holder);
  const first = await transact(pool, async (tx) => {
    // Locks the member's row, so only one of two parallel calls is the first.
    const { id, confirmed } = await findLink(tx, digest, { locked: true });
    if (confirmed) return false;
    await assertStillHolder(tx);
    await markConfirmed(tx, id);
    return true;
  });
  const { id, email } = found;
  return { email, already: !first, claimed: first ? await claimWaitingMoney(dependencies, { id, email }) : 0 };
}

type Row = ConfirmedMember & { confirmed: boolean; usable: boolean };

/** Finds a usable link, or a link of a confirmed address. Refusals: `confirmation_invalid`. */
async function findLink(database: Queryable, digest: string, { locked = false } = {}): Promise<Row> {
  const { rows } = await database.query<Row>(
    `select u.id, u.email, u.email_confirmed_at is not null as confirmed,
            c.used_at is null and c.expires_at > now() as usable
     from email_confirmations c join users u on u.id = c.user_id and u.email = c.email
     where c.token_hash = decode($1, 'hex') and u.disabled_at is null ${locked ? 'for update of u' : ''}`,
    [digest],
  );
  const row = rows[0];
  if (!row || !(row.confirmed || row.usable))
    throw new Refusal('confirmation_invalid', 'This link is no longer valid. Sign in to get a new one.');
  return row;
}

const taken = () =>
  new Refusal(
    'confirmation_invalid',
    'Another account now has this address. Close the business and open it with another address.',
  );

/** Marks the address as confirmed and all its confirmation links as used. Refusals: `confirmation_invalid`. */
async function markConfirmed(tx: Queryable, memberId: string): Promise<void> {
  await tx
    .query('update users set email_confirmed_at = now(), kyc_level = greatest(kyc_level, 1::smallint) where id = $1', [
      memberId,
    ])
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? taken() : error;
    });
  await tx.query('update email_confirmations set used_at = now() where user_id = $1 and used_at is null', [memberId]);
  await notifyConfirmed(tx, memberId);
}

/** Notifies open pages, because requests to the address now belong to the member. */
export async function notifyConfirmed(tx: Queryable, memberId: string): Promise<void> {
  for (const topic of ['account', 'requests', 'notifications'] as const) await recordChange(tx, [memberId], topic);
}

/** Claims waiting money after an address is confirmed. Logs a failure and returns 0; a recurring job tries again. */
export async function claimWaitingMoney(
  { logger, onEmailConfirmed }: Pick<Dependencies, 'logger' | 'onEmailConfirmed'>,
  member: ConfirmedMember,
): Promise<number> {
  try {
    return await onEmailConfirmed(member);
  } catch (error) {
    logger.error(
      { err: error, member: member.id },
      'cannot claim the money of a confirmed address; the recurring job tries again',
    );
    return 0;
  }
}
