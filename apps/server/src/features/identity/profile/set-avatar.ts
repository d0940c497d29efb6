import { buffer } from 'node:stream/consumers';
import type { Pool } from '../../../platform/database/pool.ts';
import { drawQueued } from '../../../platform/draw-queued.ts';
import type { Upload } from '../../../platform/http/route.ts';
import { beginningBytes, kindOfFile } from '../../../platform/pictures/file-kind.ts';
import { drawn, openPicture } from '../../../platform/pictures/open-picture.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { countUse, type UseLimit } from '../../../platform/use-counts.ts';
import type { Member, SignedIn } from '../member.ts';
import { saveAvatar } from './avatar-store.ts';

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
