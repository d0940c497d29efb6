import type { Ledger } from '../../../ledger/index.ts';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { Member, SignedIn } from '../member.ts';
import { hashOfNobody } from '../password.ts';
import { assertCurrentPassword } from '../password/current-password.ts';
import { closedName, tombstoneEmail } from '../people.ts';
import { assertStillSignedIn } from '../sessions/open-sessions.ts';
import { forgetIdentity } from './forget-identity.ts';
import type { PersonalPart } from './personal-part.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly vault: Vault;
  readonly rateLimits: boolean;
  readonly personalParts: readonly PersonalPart[];
};

/**
 * Closes an account for ever. What the ledger recorded stays, under an id that nobody is known by any more; what was
 * sealed for the person can be opened by nobody. Refusals: `bad_credentials`, `account_not_empty`, `too_many_requests`,
 * `busy`.
 */
export async function closeAccount(
  dependencies: Dependencies,
  member: SignedIn,
  { password, ip }: { readonly password: string; readonly ip: string },
): Promise<void> {
  const { pool, ledger, vault, personalParts } = dependencies;
  await assertCurrentPassword(dependencies, { memberId: member.id, password, ip });
  const unusable = await hashOfNobody();
  const tombstone = { name: closedName, email: tombstoneEmail(member.id) };
  await transact(pool, async (tx) => {
    await assertStillSignedIn(tx, member);
    // From here on no payment looks the account up. One that has done so before finds it closed.
    const { rows } = await tx.query<{ confirmed: boolean }>(
      `update users set name = $2, email = $3, password_hash = $4, phone = null, avatar = null, frozen_reason = null,
                        two_factor_at = null, disabled_at = now(), closed_at = now()
       where id = $1 returning email_confirmed_at is not null as confirmed`,
      [member.id, tombstone.name, tombstone.email, unusable],
    );
    // A confirmation may have crossed with this call.
    const leaver = { ...member, emailConfirmed: rows[0]?.confirmed === true };
    for (const { forget } of personalParts) await forget?.(tx, leaver, tombstone);
    await forgetIdentity(tx, personalParts, leaver, tombstone);
    await vault.destroyKey(tx, member.id);
    for (const { underWay } of personalParts) {
      const sentence = await underWay?.(tx, member);
      if (sentence !== undefined) throw notEmpty(sentence);
    }
    await closeAccounts(ledger, tx, member);
  });
}

/** No money, no coins, nothing reserved, and never again. Refusals: `account_not_empty`. */
async function closeAccounts(ledger: Ledger, tx: Queryable, { id }: Member) {
  const left = await ledger.closeAccounts(tx, id);
  if (left.length === 0) return;
  const assets = left.map(({ asset }) => asset).join(', ');
  throw notEmpty(
    left.some(({ held }) => held)
      ? `Something is still under way with your ${assets}. Wait until it is through, or cancel it.`
      : `There is still ${assets} in your account. Send, withdraw or sell it first.`,
  );
}

const notEmpty = (sentence: string) => new Refusal('account_not_empty', sentence);
