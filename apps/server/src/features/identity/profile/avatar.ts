import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { drawQueued } from '../../../platform/draw-queued.ts';
import type { Upload } from '../../../platform/http/route.ts';
import { beginningBytes, kindOfFile } from '../../../platform/pictures/file-kind.ts';
import { drawn, openPicture } from '../../../platform/pictures/open-picture.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { countUse, type UseLimit } from '../../../platform/use-counts.ts';
import { memberColumns, memberOf, type Member, type MemberRow, type SignedIn } from '../member.ts';
import { transact } from '../../../platform/database/transact.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { recordChange } from '../record-change.ts';
import { assertStillSignedIn } from '../sessions/open-sessions.ts';

const uploadsPerDay: UseLimit = {
  use: 'avatar',
  max: 50,
  seconds: 24 * 3_600,
  sentence: 'You changed your picture 50 times in 24 hours. Try again tomorrow.',
};

type Dependencies = { readonly pool: Pool; readonly rateLimits: boolean };

/** Replaces the member's picture. Refusals: `file_too_large`, `image_not_accepted`, `too_many_requests`, `busy`. */
export async function setAvatar(
  { pool, rateLimits }: Dependencies,
  member: SignedIn,
  receive: () => Promise<Upload>,
): Promise<Member> {
  if (rateLimits) await countUse(pool, member.id, uploadsPerDay); // fails early, before the file is read
  const { stream } = await receive();
  return saveAvatar(pool, member, await squarePicture(await buffer(stream)));
}

const sizePixels = 512;

/**
 * Redraws a picture as an upright square without metadata, such as the place and the camera. Detects the format from the
 * content. Refusals: `image_not_accepted`, `busy`.
 */
async function squarePicture(file: Buffer): Promise<Buffer> {
  const kind = await kindOfFile(file.subarray(0, beginningBytes));
  if (!kind || kind === 'pdf')
    throw new Refusal('image_not_accepted', 'We can’t read this file. Choose a JPG, PNG, WebP or HEIC.');
  return drawQueued(async () =>
    drawn((await openPicture(file, kind)).resize(sizePixels, sizePixels, { fit: 'cover' }).webp({ quality: 85 })),
  );
}

/**
 * Replaces the member's picture and returns the member. The picture's id is random and reveals nothing about the
 * member. Refusals: `not_signed_in`.
 */
const saveAvatar = (pool: Pool, member: SignedIn, webp: Buffer): Promise<Member> =>
  transact(pool, async (tx) => {
    await assertStillSignedIn(tx, member); // the account may have been closed during the upload
    const { id } = member;
    const avatarId = randomUUID();
    await tx.query(
      `insert into avatars (id, user_id, webp) values ($1, $2, $3)
       on conflict (user_id) do update set id = excluded.id, webp = excluded.webp, created_at = now()`,
      [avatarId, id, webp],
    );
    return setAvatarPath(tx, id, `/api/avatars/${avatarId}`);
  });

/** Removes the picture, so the initial is shown again. */
export const removeAvatar = (pool: Pool, { id }: Member): Promise<Member> =>
  transact(pool, async (tx) => {
    await tx.query('delete from avatars where user_id = $1', [id]);
    return setAvatarPath(tx, id, null);
  });

async function setAvatarPath(tx: Queryable, userId: string, avatar: string | null): Promise<Member> {
  const { rows } = await tx.query<MemberRow>(
    `update users u set avatar = $2 where u.id = $1 returning ${memberColumns}`,
    [userId, avatar],
  );
  if (!rows[0]) throw new Error('the signed-in member does not exist');
  await recordChange(tx, [userId], 'account');
  return memberOf(rows[0]);
}

/** Returns a picture by its id. Refusals: `not_found`. */
export async function findAvatar(database: Queryable, id: string): Promise<Buffer> {
  if (!isUuid(id)) throw noPicture();
  const { rows } = await database.query<{ webp: Buffer }>('select webp from avatars where id = $1', [id]);
  if (!rows[0]) throw noPicture();
  return rows[0].webp;
}

const noPicture = () => new Refusal('not_found', 'This picture does not exist.');
