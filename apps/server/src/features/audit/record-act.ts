import type { Queryable } from '../../platform/database/pool.ts';

/** An operator who is signed in, work that Florin does by itself, or a person at the server's command line. */
export type Actor = { readonly id: string; readonly email: string } | 'system' | 'command line';

/** Who does something that is written down, and from where, if that is known. */
export type By = { readonly operator: Actor; readonly ip?: string | undefined };

type Act = By & {
  /** In the past tense: `Opened document`. */
  readonly did: string;
  /** The id of the member it was done to. The list shows the name, as long as the account has one. */
  readonly member?: string;
  /** What else it was done to, in words that name nobody: `photo page`. */
  readonly on: string;
};

/**
 * Adds a line to the audit trail, in the caller's transaction: what is rolled back was not done. Until that ends nobody
 * else adds one, so that it belongs at the end of a short transaction.
 */
export async function recordAct(tx: Queryable, { operator, did, member, on, ip }: Act): Promise<void> {
  const [id, actor] = typeof operator === 'string' ? [null, operator] : [operator.id, 'operator'];
  await tx.query('select record_act($1, $2, $3, $4, $5, $6)', [id, actor, did, member, on, ip]);
}
