import { buffer } from 'node:stream/consumers';
import type { Pool } from '../../../platform/database/pool.ts';
import type { Upload } from '../../../platform/http/route.ts';
import { countUse, type UseLimit } from '../../../platform/use-limit.ts';
import type { Member, SignedIn } from '../member.ts';
import { saveAvatar } from './avatar-store.ts';
import { squarePicture } from './square-picture.ts';

const uploadsPerDay: UseLimit = {
  use: 'avatar',
  most: 50,
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
