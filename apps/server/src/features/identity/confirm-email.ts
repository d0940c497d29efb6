import type { Logger } from 'pino';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { noteChange } from '../../platform/member-changes.ts';
import { Refusal } from '../../platform/refusal.ts';
import { tokenDigest } from './secret-token.ts';

type ConfirmedMember = { readonly id: string; readonly email: string };

/** Lets what waited for the address arrive, and says how much of it did. Whatever it leaves is taken up later. */
export type OnEmailConfirmed = (member: ConfirmedMember) => Promise<number>;

type Dependencies = {
  readonly pool: Pool;
  readonly logger: Logger;
  readonly onEmailConfirmed: OnEmailConfirmed;
};

/**
 * Confirms an address by the token that was mailed to it, once, for 24 hours by the database's clock. A second use finds
 * the address confirmed and is answered the same: programs that check mail open links before people do.
 *
 * Refusals: `confirmation_invalid`.
 */
export async function confirmEmail(dependencies: Dependencies, token: string) {
  const { member, first } = await redeemToken(dependencies.pool, tokenDigest(token));
  return { email: member.email, claimed: first ? await letArrive(dependencies, member) : 0 };
}

type Row = ConfirmedMember & { confirmed: boolean; usable: boolean };

const redeemToken = (pool: Pool, digest: string) =>
  transact(pool, async (tx): Promise<{ member: ConfirmedMember; first: boolean }> => {
    // The member's row is locked: of two uses at the same moment one is the first.
    const { rows } = await tx.query<Row>(
      `select u.id, u.email, u.email_confirmed_at is not null as confirmed,
              c.used_at is null and c.expires_at > now() as usable
       from email_confirmations c join users u on u.id = c.user_id and u.email = c.email
       where c.token_hash = decode($1, 'hex') and u.disabled_at is null for update of u`,
      [digest],
    );
    const row = rows[0];
    if (!row || !(row.confirmed || row.usable))
      throw new Refusal('confirmation_invalid', 'This link is not valid any more. Sign in to get a new one.');
    const member = { id: row.id, email: row.email };
    if (row.confirmed) return { member, first: false };
    await tx.query(
      'update users set email_confirmed_at = now(), kyc_level = greatest(kyc_level, 1::smallint) where id = $1',
      [row.id],
    );
    await tx.query('update email_confirmations set used_at = now() where user_id = $1 and used_at is null', [row.id]);
    await noteConfirmed(tx, row.id);
    return { member, first: true };
  });

/** What was asked of the address is the member's from now on: open pages show it. */
export async function noteConfirmed(tx: Queryable, memberId: string): Promise<void> {
  for (const topic of ['account', 'requests', 'notifications'] as const) await noteChange(tx, [memberId], topic);
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
