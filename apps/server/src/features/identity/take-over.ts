import type { Queryable } from '../../platform/database/pool.ts';
import type { Vault } from '../../platform/vault.ts';
import { deleteOwnRows } from './closing/forget-identity.ts';
import type { PersonalPart } from './closing/personal-part.ts';
import { noteConfirmed } from './confirm-email.ts';
import { tombstoneEmail } from './people.ts';

export type TakeOverDependencies = { readonly vault: Vault; readonly personalParts: readonly PersonalPart[] };

/**
 * Gives an account whose address was never confirmed to the owner of that address, who has shown it with a mailed link.
 * Somebody else may have opened the account, in wait for the owner: nothing personal of theirs stays, what they left open
 * ends, and their plan, level and role are void. Money stays in the account's books: no cent is lost, and whoever puts
 * money into an account with somebody else's address gives it to them (decision 0052). In the caller's transaction, which
 * has locked the member's row.
 */
export async function takeOver(
  tx: Queryable,
  { vault, personalParts }: TakeOverDependencies,
  account: { readonly id: string; readonly email: string; readonly name: string },
): Promise<void> {
  const { id, email } = account;
  const leaver = { ...account, emailConfirmed: false };
  for (const { forget, handOver } of personalParts) {
    await forget?.(tx, leaver, { name: nameOf(email), email: tombstoneEmail(id) });
    await handOver?.(tx, leaver);
  }
  await deleteOwnRows(tx, id);
  await vault.destroyKey(tx, id);
  await tx.query(
    `update users set name = $2, phone = null, phone_confirmed_at = null, avatar = null, two_factor_at = null, factor_reset_at = null,
                      kyc_level = 1, plan = 'personal', role = 'member', email_confirmed_at = now()
     where id = $1`,
    [id, nameOf(email)],
  );
  await noteConfirmed(tx, id);
}

/** Until the owner chooses one. */
const nameOf = (email: string) => email.slice(0, email.lastIndexOf('@'));
