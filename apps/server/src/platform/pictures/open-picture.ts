import { kycPixels as maxPixels } from '@florin/contract';
import type { Sharp } from 'sharp';
import type { FileKind } from './file-kind.ts';
import { readHeic, tooManyPixels } from './read-heic.ts';
import { Refusal } from '../refusal.ts';

/** The time limit for processing a picture in sharp. */
const maxSeconds = 20;

/**
 * Opens a picture for processing, upright. Rejects a picture with too many pixels by its header, before it is decoded.
 * Refusals: `image_not_accepted`.
 */
export async function openPicture(file: Buffer, kind: Exclude<FileKind, 'pdf'>): Promise<Sharp> {
  const { default: sharp } = await import('sharp'); // loaded on first use, to keep the start fast
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

/** Encodes the picture. Refusals: `image_not_accepted` if the picture is damaged. */
export const drawn = (picture: Sharp): Promise<Buffer> =>
  picture.toBuffer().catch(() => {
    throw new Refusal('image_not_accepted', 'The picture is damaged or not complete.');
  });
