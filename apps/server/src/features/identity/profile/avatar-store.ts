import { randomUUID } from 'node:crypto';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { recordChange } from '../record-change.ts';
import { memberColumns, memberOf, type Member, type MemberRow, type SignedIn } from '../member.ts';
import { assertStillSignedIn } from '../sessions/open-sessions.ts';

/**
 * The member with another picture, in the place of an earlier one. Its id is random and says nothing of whose it is.
 * Refusals: `not_signed_in`.
 */
export const keepAvatar = (pool: Pool, member: SignedIn, webp: Buffer): Promise<Member> =>
  transact(pool, async (tx) => {
    await assertStillSignedIn(tx, member); // uploading and drawing take a while, and the account may be closed since
    const { id } = member;
    const avatarId = randomUUID();
    await tx.query(
      `insert into avatars (id, user_id, webp) values ($1, $2, $3)
       on conflict (user_id) do update set id = excluded.id, webp = excluded.webp, created_at = now()`,
      [avatarId, id, webp],
    );
    return point(tx, id, `/api/avatars/${avatarId}`);
  });

/** Back to the letter. */
export const removeAvatar = (pool: Pool, { id }: Member): Promise<Member> =>
  transact(pool, async (tx) => {
    await tx.query('delete from avatars where user_id = $1', [id]);
    return point(tx, id, null);
  });

async function point(tx: Queryable, userId: string, avatar: string | null): Promise<Member> {
  const { rows } = await tx.query<MemberRow>(
    `update users u set avatar = $2 where u.id = $1 returning ${memberColumns}`,
    [userId, avatar],
  );
  if (!rows[0]) throw new Error('a signed-in member is not there');
  await recordChange(tx, [userId], 'account');
  return memberOf(rows[0]);
}

/** Refusals: `not_found`. */
export async function findAvatar(database: Queryable, id: string): Promise<Buffer> {
  if (!isUuid(id)) throw noPicture();
  const { rows } = await database.query<{ webp: Buffer }>('select webp from avatars where id = $1', [id]);
  if (!rows[0]) throw noPicture();
  return rows[0].webp;
}

const noPicture = () => new Refusal('not_found', 'There is no such picture.');
