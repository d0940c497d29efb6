import type { FoundUser } from '@florin/contract';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { recordChange } from '../record-change.ts';
import { recordAct, type By } from '../../audit/index.ts';
import { findUser } from './find-users.ts';

/**
 * Freezes an account: ends its sessions and blocks sign-ins. Freezing again changes the reason. Refusals:
 * `user_not_found`, also for a closed account; `invalid_request` for the operator's own account.
 */
export async function freezeUser(
  pool: Pool,
  id: string,
  { reason, ...by }: By & { reason: string },
): Promise<FoundUser> {
  assertNotOwn(by, id, 'freeze');
  return change(pool, id, { ...by, did: 'Froze the account' }, async (tx) => {
    await tx.query('update users set disabled_at = coalesce(disabled_at, now()), frozen_reason = $2 where id = $1', [
      id,
      reason,
    ]);
    await endSessions(tx, id);
  });
}

/** Rejects an operator's own account. The id is canonical (packages/contract/src/wire.ts). */
function assertNotOwn({ operator }: By, id: string, verb: string): void {
  if (typeof operator === 'object' && operator.id === id)
    throw new Refusal('invalid_request', `Operators cannot ${verb} their own account. Ask another operator.`);
}

/**
 * Unfreezes an account. Refusals: `user_not_found`, also for a closed account; `invalid_request` for the operator's own
 * account.
 */
export async function unfreezeUser(pool: Pool, id: string, by: By): Promise<FoundUser> {
  assertNotOwn(by, id, 'unfreeze');
  return change(pool, id, { ...by, did: 'Unfroze the account' }, async (tx) => {
    await tx.query('update users set disabled_at = null, frozen_reason = null where id = $1', [id]);
    // Ends sessions from sign-ins that raced with freezing, so they do not become valid again.
    await endSessions(tx, id);
  });
}

/**
 * Signs the member out on all devices. Refusals: `user_not_found`, also for a closed account; `invalid_request` for the
 * operator's own account, which has its sessions on the profile page.
 */
export async function endUserSessions(pool: Pool, id: string, by: By): Promise<FoundUser> {
  assertNotOwn(by, id, 'end the sessions of');
  return change(pool, id, { ...by, did: 'Ended all sessions' }, (tx) => endSessions(tx, id));
}

/** Grants or revokes the operator role. The next request sees the change. Refusals: `user_not_found`. */
export const setRole = (pool: Pool, id: string, role: 'member' | 'operator', by: By): Promise<FoundUser> => {
  const did = role === 'operator' ? 'Granted the operator role' : 'Revoked the operator role';
  return change(pool, id, { ...by, did }, async (tx) => {
    await tx.query('update users set role = $2 where id = $1', [id, role]);
  });
};

type Change = By & { readonly did: string };

/** Changes an open account and records the act in the audit trail, in one transaction. */
async function change(pool: Pool, id: string, act: Change, work: (tx: Queryable) => Promise<void>): Promise<FoundUser> {
  if (!isUuid(id)) return notFound();
  await transact(pool, async (tx) => {
    // Locks the row, so this change and closing the account run one after the other.
    const { rowCount } = await tx.query('select from users where id = $1 and closed_at is null for update', [id]);
    if (rowCount === 0) return notFound();
    await work(tx);
    await recordChange(tx, [id], 'account');
    // Leaves out the reason of a freeze, because it is free text about a person and the audit trail is permanent.
    await recordAct(tx, { ...act, member: id, on: '' });
  });
  return (await findUser(pool, id)) ?? notFound();
}

async function endSessions(tx: Queryable, userId: string): Promise<void> {
  await tx.query('delete from sessions where user_id = $1', [userId]);
}

function notFound(): never {
  throw new Refusal('user_not_found', 'This account does not exist or was closed.');
}
