import type { Queryable } from '../../platform/database/pool.ts';

/** A signed-in operator, Florin's own jobs, or the server's command line. */
export type Actor = { readonly id: string; readonly email: string } | 'system' | 'command line';

/** The actor of a recorded act, and the IP address if it is known. */
export type By = { readonly operator: Actor; readonly ip?: string | undefined };

type Act = By & {
  /** The act in the past tense: `Opened document`. */
  readonly did: string;
  /** The id of the affected member. The list shows the member's name while the account is open. */
  readonly member?: string;
  /** The object of the act without personal data: `photo page`. */
  readonly on: string;
};

/**
 * Adds a line to the audit trail in the caller's transaction. The line locks the audit trail until the transaction
 * ends, so call this last in a short transaction.
 */
export async function recordAct(tx: Queryable, { operator, did, member, on, ip }: Act): Promise<void> {
  const [id, actor] = typeof operator === 'string' ? [null, operator] : [operator.id, 'operator'];
  await tx.query('select record_act($1, $2, $3, $4, $5, $6)', [id, actor, did, member, on, ip]);
}
