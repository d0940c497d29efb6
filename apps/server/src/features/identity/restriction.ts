import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordChange } from './record-change.ts';

/**
 * Blocks outgoing money of the account in the caller's transaction: sends, paid requests, withdrawals that the bank
 * does not have, and held sends. All other calls continue to work, so that the member can pay in (docs/decisions/0086).
 *
 * @returns whether the account is restricted now; false if it is closed
 */
export async function restrictMember(tx: Queryable, memberId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update users set restricted_at = coalesce(restricted_at, now()) where id = $1 and closed_at is null',
    [memberId],
  );
  if (rowCount === 1) await recordChange(tx, [memberId], 'account');
  return rowCount === 1;
}

/** Ends the restriction in the caller's transaction. Returns false if there was no restriction. */
export async function liftRestriction(tx: Queryable, memberId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update users set restricted_at = null where id = $1 and restricted_at is not null',
    [memberId],
  );
  if (rowCount === 1) await recordChange(tx, [memberId], 'account');
  return rowCount === 1;
}

export const accountRestricted = () =>
  new Refusal(
    'account_restricted',
    'You owe money, because a deposit of yours was taken back. Add money to pay it. Then you can send and withdraw again.',
  );
