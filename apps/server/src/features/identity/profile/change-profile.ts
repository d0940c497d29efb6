import type { Pool } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { noteChange } from '../../../platform/member-changes.ts';
import { memberColumns, memberOf, type Member, type MemberRow, type SignedIn } from '../member.ts';
import { assertStillSignedIn } from '../sessions/open-sessions.ts';

type Change = { readonly name?: string | undefined; readonly phone?: string | undefined };

/**
 * What is not given stays as it is; an empty number removes it. Everybody who knows the member sees the new name. A name
 * that was verified is locked: the database decides, as a check may end at the same moment. Refusals: `name_locked`.
 */
export const changeProfile = (pool: Pool, member: SignedIn, { name, phone }: Change): Promise<Member> =>
  transact(pool, async (tx) => {
    await assertStillSignedIn(tx, member); // a closed account has no name
    const { id } = member;
    const { rows } = await tx.query<MemberRow>(
      `update users u set name = coalesce($2, u.name),
                          phone = case when $3::text is null then u.phone else nullif($3, '') end
       where u.id = $1 and ($2::text is null or $2 = u.name or u.kyc_level < 2) returning ${memberColumns}`,
      [id, name, phone],
    );
    if (!rows[0]) throw nameLocked(); // whoever is signed in is there
    await noteChange(tx, [id], 'account');
    return memberOf(rows[0]);
  });

function nameLocked(): Refusal {
  const sentence = 'Your name is verified. Changing it takes a new identity check.';
  return new Refusal('name_locked', sentence, { fields: { name: sentence } });
}
