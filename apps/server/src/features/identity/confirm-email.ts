import type { Logger } from 'pino';
import type { Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordChange } from './record-change.ts';
import { assertHolds, type LinkHolder } from './mailed-link.ts';
import { tokenDigest } from './secret-token.ts';
import type { FactorDependencies } from './second-factor/show-factor.ts';

type ConfirmedMember = { readonly id: string; readonly email: string };

/** Lets what waited for the address arrive, and says how much of it did. Whatever it leaves is taken up later. */
export type OnEmailConfirmed = (member: ConfirmedMember) => Promise<number>;

type Dependencies = FactorDependencies & {
  readonly logger: Logger;
  readonly onEmailConfirmed: OnEmailConfirmed;
};

export type Confirmation = {
  readonly email: string;
  /** The link was used before, and changed nothing this time. */
  readonly already: boolean;
  /** How many payments that waited have arrived. */
  readonly claimed: number;
};

/**
 * Confirms an address by the token that was mailed to it, once, for 24 hours by the database's clock, for the holder of
 * the account only. A second use finds the address confirmed, changes nothing and needs no password.
 *
 * Refusals: `confirmation_invalid`, and those of `assertHolds`.
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
  const assertStillHeld = await assertHolds(dependencies, found, holder);
  const first = await transact(pool, async (tx) => {
    // The member's row is locked: of two uses at the same moment one is the first.
    const { id, confirmed } = await findLink(tx, digest, { locked: true });
    if (confirmed) return false;
    await assertStillHeld(tx);
    await markConfirmed(tx, id);
    return true;
  });
  const { id, email } = found;
  return { email, already: !first, claimed: first ? await letArrive(dependencies, { id, email }) : 0 };
}

type Row = ConfirmedMember & { confirmed: boolean; usable: boolean };

/** Refusals: `confirmation_invalid`. */
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
    throw new Refusal('confirmation_invalid', 'This link is not valid any more. Sign in to get a new one.');
  return row;
}

/** The address is shown to be the member's, and every link that was mailed to confirm it is used. */
async function markConfirmed(tx: Queryable, memberId: string): Promise<void> {
  await tx.query(
    'update users set email_confirmed_at = now(), kyc_level = greatest(kyc_level, 1::smallint) where id = $1',
    [memberId],
  );
  await tx.query('update email_confirmations set used_at = now() where user_id = $1 and used_at is null', [memberId]);
  await noteConfirmed(tx, memberId);
}

/** What was asked of the address is the member's from now on: open pages show it. */
export async function noteConfirmed(tx: Queryable, memberId: string): Promise<void> {
  for (const topic of ['account', 'requests', 'notifications'] as const) await recordChange(tx, [memberId], topic);
}

/** The address is confirmed by now, whatever becomes of the money: a recurring job goes on with it. */
export async function letArrive(
  { logger, onEmailConfirmed }: Pick<Dependencies, 'logger' | 'onEmailConfirmed'>,
  member: ConfirmedMember,
): Promise<number> {
  try {
    return await onEmailConfirmed(member);
  } catch (error) {
    logger.error({ err: error, member: member.id }, 'what waited for a confirmed address has to wait for the next run');
    return 0;
  }
}
