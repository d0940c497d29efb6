import { kycPixels as maxPixels } from '@florin/contract';
import type { Sharp } from 'sharp';
import type { FileKind } from './file-kind.ts';
import { readHeic, tooManyPixels } from './read-heic.ts';
import { Refusal } from '../refusal.ts';

/** Beyond this sharp gives a picture up. */
const maxSeconds = 20;

/**
 * A picture to draw again, upright. One that would fill the memory is refused by its header, before it is unpacked.
 * Refusals: `image_not_accepted`.
 */
export async function openPicture(file: Buffer, kind: Exclude<FileKind, 'pdf'>): Promise<Sharp> {
  const { default: sharp } = await import('sharp'); // when it is needed: a start does not wait for it
  if (kind === 'heic') {
    const { data, width, height } = await readHeic(file, maxPixels);
    return sharp(data, { raw: { width, height, channels: 4 } }).timeout({ seconds: maxSeconds });
  }
  const { width, height } = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new Refusal('image_not_accepted', 'The picture cannot be read.');
    });
  if (width * height > maxPixels) throw tooManyPixels(maxPixels);
  return sharp(file, { limitInputPixels: maxPixels, failOn: 'error' }).timeout({ seconds: maxSeconds }).autoOrient();
}

/** Refusals: `image_not_accepted` for one that turns out to be damaged. */
export const drawn = (picture: Sharp): Promise<Buffer> =>
  picture.toBuffer().catch(() => {
    throw new Refusal('image_not_accepted', 'The picture is damaged or not complete.');
  });
