import { drawInTurn } from '../../../platform/draw-in-turn.ts';
import { beginningBytes, kindOfFile } from '../../../platform/pictures/file-kind.ts';
import { drawn, openPicture } from '../../../platform/pictures/open-picture.ts';
import { Refusal } from '../../../platform/refusal.ts';

const sizePixels = 512;

/**
 * Redraws a picture as an upright square without metadata, such as the place and the camera. Detects the format from
 * the content. Refusals: `image_not_accepted`, `busy`.
 */
export async function squarePicture(file: Buffer): Promise<Buffer> {
  const kind = await kindOfFile(file.subarray(0, beginningBytes));
  if (!kind || kind === 'pdf')
    throw new Refusal('image_not_accepted', 'We can’t read this file. Choose a JPG, PNG, WebP or HEIC.');
  return drawInTurn(async () =>
    drawn((await openPicture(file, kind)).resize(sizePixels, sizePixels, { fit: 'cover' }).webp({ quality: 85 })),
  );
}
