import { drawInTurn } from '../../../platform/draw-in-turn.ts';
import { Refusal } from '../../../platform/refusal.ts';

const side = 512;
/** A small file may unfold to a huge picture. */
const mostPixels = 40_000_000;
const formats: readonly (string | undefined)[] = ['jpeg', 'png', 'webp'];

/**
 * The picture anew, square, upright, and without what the file knew besides: where and by what it was taken. By its
 * content, whatever it is called. Refusals: `image_not_accepted`, `busy`.
 */
export const squarePicture = (file: Buffer): Promise<Buffer> => drawInTurn(() => drawSquare(file));

async function drawSquare(file: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp'); // when it is needed: a start does not wait for it
  try {
    const picture = sharp(file, { limitInputPixels: mostPixels, failOn: 'error' });
    const { format } = await picture.metadata();
    if (!formats.includes(format)) throw new Error(`${format} is not taken`);
    return await picture.rotate().resize(side, side, { fit: 'cover' }).webp({ quality: 85 }).toBuffer();
  } catch (error) {
    throw new Refusal('image_not_accepted', sentenceFor(error));
  }
}

const sentenceFor = (error: unknown) =>
  error instanceof Error && error.message.includes('pixel limit')
    ? 'This picture is too large: 40 megapixels are the most.'
    : 'This is not a picture that can be read. Choose a JPG, PNG or WebP.';
