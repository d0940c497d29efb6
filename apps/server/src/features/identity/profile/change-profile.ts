import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { assertNotTheHouse, type HouseName } from '../assert-not-the-house.ts';
import { recordChange } from '../record-change.ts';
import { canonicalNumber, dropWaitingTexts } from '../../texts/index.ts';
import { memberColumns, memberOf, type Member, type MemberRow, type SignedIn } from '../member.ts';
import { assertStillSignedIn } from '../sessions/open-sessions.ts';

type ProfileNaming = HouseName & { readonly pool: Pool };
type Change = { readonly name?: string | undefined; readonly phone?: string | undefined };

/**
 * Changes the given fields; an empty number removes the number. A new number is unconfirmed, and texts that wait for
 * the old one are dropped. Other members see the new name. A verified name is locked. The database checks this, because
 * a verification may end at the same moment. Refusals: `name_locked`;
 * `invalid_request` for a new name that pretends to be the institution.
 */
export async function changeProfile(
  { pool, letterhead }: ProfileNaming,
  member: SignedIn,
  { name, phone }: Change,
): Promise<Member> {
  if (name !== undefined && name !== member.name) assertNotTheHouse({ letterhead }, name);
  return transact(pool, async (tx) => {
    await assertStillSignedIn(tx, member); // a closed account has no name
    const { id } = member;
    const keepsNumber = phone === undefined || (await isSameNumber(tx, id, phone));
    if (!keepsNumber) {
      await tx.query('delete from phone_codes where user_id = $1', [id]);
      await dropWaitingTexts(tx, id);
    }
    const { rows } = await tx.query<MemberRow>(
      `update users u set name = coalesce($2, u.name),
                          phone = case when $3::text is null then u.phone else nullif($3, '') end,
                          phone_confirmed_at = case when $3 is null or $4 then u.phone_confirmed_at end
       where u.id = $1 and ($2::text is null or $2 = u.name or u.kyc_level < 2) returning ${memberColumns}`,
      [id, name, phone, keepsNumber],
    );
    if (!rows[0]) throw nameLocked(); // the member exists, so the name is locked
    await recordChange(tx, [id], 'account');
    return memberOf(rows[0]);
  });
}

function nameLocked(): Refusal {
  const sentence = 'Your name is verified. Changing it needs a new identity check.';
  return new Refusal('name_locked', sentence, { fields: { name: sentence } });
}

/** Returns whether the number is the same in canonical form. Locks the member's row. */
async function isSameNumber(tx: Queryable, memberId: string, phone: string): Promise<boolean> {
  const { rows } = await tx.query<{ phone: string | null }>('select phone from users where id = $1 for update', [
    memberId,
  ]);
  const before = rows[0]?.phone ?? null;
  return before !== null && phone !== '' && canonicalNumber(before) === canonicalNumber(phone);
}
