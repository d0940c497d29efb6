import type { Ledger, Remainder } from '../../../ledger/index.ts';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { Member, SignedIn } from '../member.ts';
import { dummyHash } from '../password/hash-password.ts';
import { assertCurrentPassword } from '../password/current-password.ts';
import { closedName, tombstoneEmail } from '../person.ts';
import { assertStillSignedIn } from '../sessions/open-sessions.ts';
import { forgetIdentity } from './forget-identity.ts';
import type { Leaver, PersonalPart } from './personal-part.ts';

export type ClosingDependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly vault: Vault;
  readonly personalParts: readonly PersonalPart[];
  readonly clearDust: ClearDust;
};

/** Moves the remaining coins to the house if they are too few to sell. Returns whether coins were moved. */
export type ClearDust = (member: Member, left: readonly Remainder[]) => Promise<boolean>;

/**
 * Closes an account permanently. The ledger entries stay under an anonymous id. The person's encryption key is
 * destroyed, so encrypted data cannot be decrypted. Coins too few to sell go to the house if nothing else keeps the
 * account open.
 *
 * Refusals: `bad_credentials`, `account_not_empty`, `too_many_requests`, `busy`.
 */
export async function closeAccount(
  dependencies: ClosingDependencies & { readonly rateLimits: boolean },
  member: SignedIn,
  { password, ip }: { readonly password: string; readonly ip: string },
): Promise<void> {
  await assertCurrentPassword(dependencies, { member, password, ip });
  await closeForGood(dependencies, member);
}

/** Additional work of the transaction, before and after the account is closed. */
type Around = { readonly before?: (tx: Queryable) => Promise<void>; readonly after?: (tx: Queryable) => Promise<void> };

/** Closes the account of a member whom the caller has checked. Refusals: `account_not_empty`, `busy`. */
export async function closeForGood(
  dependencies: ClosingDependencies,
  member: SignedIn,
  around: Around = {},
): Promise<void> {
  const { clearDust } = dependencies;
  const unusableHash = await dummyHash();
  const close = () => closeInTransaction(dependencies, member, { ...around, unusableHash });
  await close().catch(async (error: unknown) => {
    if (!(error instanceof AccountNotEmpty) || !(await clearDust(member, error.left))) throw error;
    await close();
  });
}

const closeInTransaction = (
  { pool, ledger, vault, personalParts }: ClosingDependencies,
  member: SignedIn,
  { before, after, unusableHash }: Around & { readonly unusableHash: string },
): Promise<void> =>
  transact(pool, async (tx) => {
    await assertStillSignedIn(tx, member);
    await before?.(tx);
    const tombstone = { name: closedName, email: tombstoneEmail(member.id) };
    // After this, no payment finds the account. A payment that found the account before is rejected.
    const { rows } = await tx.query<{ confirmed: boolean }>(
      `update users set name = $2, email = $3, password_hash = $4, phone = null, phone_confirmed_at = null, avatar = null, frozen_reason = null,
                        two_factor_at = null, disabled_at = now(), closed_at = now()
       where id = $1 returning email_confirmed_at is not null as confirmed`,
      [member.id, tombstone.name, tombstone.email, unusableHash],
    );
    // The address may have been confirmed during this call.
    const closing = { ...member, emailConfirmed: rows[0]?.confirmed === true };
    const emails = await ownAddresses(tx, closing);
    for (const { forget } of personalParts) await forget?.(tx, closing, tombstone);
    await forgetIdentity(tx, personalParts, closing, tombstone);
    await vault.destroyKey(tx, member.id);
    for (const { underWay } of personalParts) {
      const sentence = await underWay?.(tx, member);
      if (sentence !== undefined) throw notEmpty(sentence);
    }
    const left = await ledger.closeAccounts(tx, member.id);
    if (left.length > 0) throw new AccountNotEmpty(left);
    for (const { leave } of personalParts) await leave?.(tx, member.id, emails);
    await after?.(tx);
  });

/**
 * Returns all confirmed addresses of the member. An unconfirmed address may belong to another person, and leaves no
 * trace.
 */
async function ownAddresses(tx: Queryable, { id, email, emailConfirmed }: Leaver): Promise<string[]> {
  const { rows } = await tx.query<{ email: string }>(
    `select email from email_confirmations where user_id = $1 and used_at is not null
     union select email from email_changes where user_id = $1 and used_at is not null
     union select email from former_addresses where user_id = $1`,
    [id],
  );
  return [...new Set([...(emailConfirmed ? [email] : []), ...rows.map((row) => row.email)])];
}

/** Thrown when money, coins or reservations keep the account open. */
class AccountNotEmpty extends Refusal {
  readonly left: readonly Remainder[];
  constructor(left: readonly Remainder[]) {
    super('account_not_empty', messageFor(left));
    this.left = left;
  }
}

function messageFor(left: readonly Remainder[]): string {
  const assets = left.map(({ asset }) => asset).join(', ');
  return left.some(({ held }) => held)
    ? `A payment in ${assets} is still under way. Wait until it finishes, or cancel it.`
    : `Your account still contains ${assets}. Send, withdraw or sell it first.`;
}

const notEmpty = (sentence: string) => new Refusal('account_not_empty', sentence);
