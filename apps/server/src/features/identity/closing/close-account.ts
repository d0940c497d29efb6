import type { Ledger, Remainder } from '../../../ledger/index.ts';
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
import type { Leaver, PersonalPart } from './personal-part.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly vault: Vault;
  readonly rateLimits: boolean;
  readonly personalParts: readonly PersonalPart[];
  readonly clearDust: ClearDust;
};

/** Takes from the member what is left, if that is only coins too few to be sold. Returns whether it did. */
export type ClearDust = (member: Member, left: readonly Remainder[]) => Promise<boolean>;

/**
 * Closes an account for ever. What the ledger recorded stays, under an id that nobody is known by any more; what was
 * sealed for the person can be opened by nobody. Dust goes to the house once nothing else keeps the account open.
 *
 * Refusals: `bad_credentials`, `account_not_empty`, `too_many_requests`, `busy`.
 */
export async function closeAccount(
  dependencies: Dependencies,
  member: SignedIn,
  { password, ip }: { readonly password: string; readonly ip: string },
): Promise<void> {
  const { clearDust } = dependencies;
  await assertCurrentPassword(dependencies, { member, password, ip });
  const unusable = await hashOfNobody();
  const close = () => closeOnce(dependencies, member, unusable);
  await close().catch(async (error: unknown) => {
    if (!(error instanceof SomethingLeft) || !(await clearDust(member, error.left))) throw error;
    await close();
  });
}

const closeOnce = (
  { pool, ledger, vault, personalParts }: Dependencies,
  member: SignedIn,
  unusable: string,
): Promise<void> =>
  transact(pool, async (tx) => {
    await assertStillSignedIn(tx, member);
    const tombstone = { name: closedName, email: tombstoneEmail(member.id) };
    // From here on no payment looks the account up. One that has done so before finds it closed.
    const { rows } = await tx.query<{ confirmed: boolean }>(
      `update users set name = $2, email = $3, password_hash = $4, phone = null, phone_confirmed_at = null, avatar = null, frozen_reason = null,
                        two_factor_at = null, disabled_at = now(), closed_at = now()
       where id = $1 returning email_confirmed_at is not null as confirmed`,
      [member.id, tombstone.name, tombstone.email, unusable],
    );
    // A confirmation may have crossed with this call.
    const leaver = { ...member, emailConfirmed: rows[0]?.confirmed === true };
    const emails = await ownAddresses(tx, leaver);
    for (const { forget } of personalParts) await forget?.(tx, leaver, tombstone);
    await forgetIdentity(tx, personalParts, leaver, tombstone);
    await vault.destroyKey(tx, member.id);
    for (const { underWay } of personalParts) {
      const sentence = await underWay?.(tx, member);
      if (sentence !== undefined) throw notEmpty(sentence);
    }
    const left = await ledger.closeAccounts(tx, member.id);
    if (left.length > 0) throw new SomethingLeft(left);
    for (const { leave } of personalParts) await leave?.(tx, member.id, emails);
  });

/** The one it has, and those that were shown to be the leaver's. */
async function ownAddresses(tx: Queryable, { id, email }: Leaver): Promise<string[]> {
  const { rows } = await tx.query<{ email: string }>(
    `select email from email_confirmations where user_id = $1 and used_at is not null
     union select email from email_changes where user_id = $1 and used_at is not null
     union select email from former_addresses where user_id = $1`,
    [id],
  );
  return [...new Set([email, ...rows.map((row) => row.email)])];
}

/** Money, coins or reservations keep the account open. */
class SomethingLeft extends Refusal {
  readonly left: readonly Remainder[];
  constructor(left: readonly Remainder[]) {
    super('account_not_empty', sentenceOn(left));
    this.left = left;
  }
}

function sentenceOn(left: readonly Remainder[]): string {
  const assets = left.map(({ asset }) => asset).join(', ');
  return left.some(({ held }) => held)
    ? `Something is still under way with your ${assets}. Wait until it is finished, or cancel it.`
    : `There is still ${assets} in your account. Send, withdraw or sell it first.`;
}

const notEmpty = (sentence: string) => new Refusal('account_not_empty', sentence);
