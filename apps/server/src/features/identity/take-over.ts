import type { Queryable } from '../../platform/database/pool.ts';
import type { Vault } from '../../platform/vault.ts';
import { deleteOwnRows } from './closing/forget-identity.ts';
import type { PersonalPart } from './closing/personal-part.ts';
import { notifyConfirmed } from './confirm-email.ts';
import { tombstoneEmail } from './person.ts';

export type TakeOverDependencies = { readonly vault: Vault; readonly personalParts: readonly PersonalPart[] };

/**
 * Gives an account with an unconfirmed address to the owner of that address, who opened a mailed link. The earlier
 * holder may have opened the account to wait for the owner. The takeover therefore removes their personal data, open
 * actions, plan, level and role. The money stays in the account, because depositing it under a foreign address gives it
 * to that address (decision 0052).
 *
 * Runs in the caller's transaction, which has locked the member's row.
 */
export async function takeOver(
  tx: Queryable,
  { vault, personalParts }: TakeOverDependencies,
  account: { readonly id: string; readonly email: string; readonly name: string },
): Promise<void> {
  const { id, email } = account;
  const earlierHolder = { ...account, emailConfirmed: false };
  for (const { review, forget, handOver } of personalParts) {
    await review?.(tx, id); // also ends what the earlier holder added for businesses
    await forget?.(tx, earlierHolder, { name: nameOf(email), email: tombstoneEmail(id) });
    await handOver?.(tx, earlierHolder);
  }
  await deleteOwnRows(tx, id);
  await vault.destroyKey(tx, id);
  await tx.query(
    `update users set name = $2, phone = null, phone_confirmed_at = null, avatar = null, two_factor_at = null, factor_reset_at = null,
                      kyc_level = 1, plan = 'personal', role = 'member', email_confirmed_at = now()
     where id = $1`,
    [id, nameOf(email)],
  );
  await notifyConfirmed(tx, id);
}

/** Returns a default name until the owner chooses one. */
const nameOf = (email: string) => email.slice(0, email.lastIndexOf('@'));
