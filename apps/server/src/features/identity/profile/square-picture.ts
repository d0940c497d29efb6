import { drawInTurn } from '../../../platform/draw-in-turn.ts';
import { beginningBytes, kindOfFile } from '../../../platform/pictures/file-kind.ts';
import { drawn, openPicture } from '../../../platform/pictures/open-picture.ts';
import { Refusal } from '../../../platform/refusal.ts';

const side = 512;

/**
 * The picture anew, square, upright, and without what the file knew besides: where and by what it was taken. By its
 * content, whatever it is called. Refusals: `image_not_accepted`, `busy`.
 */
export async function squarePicture(file: Buffer): Promise<Buffer> {
  const kind = await kindOfFile(file.subarray(0, beginningBytes));
  if (!kind || kind === 'pdf')
    throw new Refusal('image_not_accepted', 'This is not a picture that can be read. Choose a JPG, PNG, WebP or HEIC.');
  return drawInTurn(async () =>
    drawn((await openPicture(file, kind)).resize(side, side, { fit: 'cover' }).webp({ quality: 85 })),
  );
}
