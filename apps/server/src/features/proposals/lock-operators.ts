import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';

/** Has no session on the command line. */
export type OperatorCall = { readonly id: string; readonly sessionId?: string };

/**
 * Locks these people until the transaction ends, so that none can be demoted, frozen or closed before. Returns the ids
 * of those who are still operators.
 */
export async function lockOperators(tx: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ id: string }>('select id from lock_operators($1) id', [ids]);
  return new Set(rows.map(({ id }) => id));
}

/** Keeps an operator's session from a password reset until the transaction ends. Refusals: `not_signed_in`. */
export async function lockOperatorSession(tx: Queryable, { id, sessionId }: OperatorCall): Promise<void> {
  if (sessionId === undefined) return;
  const { rows } = await tx.query<{ open: boolean }>('select lock_session($1, $2) as open', [id, sessionId]);
  if (!rows[0]?.open) throw new Refusal('not_signed_in', 'Your session has ended. Please sign in again.');
}
