import { formatOf } from '../../ui/file-format.ts';
import type { Crop } from './crop.ts';

const maxMegabytes = 20;
const side = 512;

/** A picture that the browser has decoded. Revoke `url` to free its memory. */
export type OpenPicture = { readonly image: HTMLImageElement; readonly url: string };

/** An error with a message for the member. */
export class PictureError extends Error {}

/**
 * Decodes the chosen file and detects its format by content. Returns a HEIC file unchanged if this browser cannot
 * decode the file, because the server can decode it.
 */
export async function openPicture(file: File): Promise<OpenPicture | File> {
  if (file.size > maxMegabytes * 1024 * 1024) throw new PictureError(`Choose a picture of up to ${maxMegabytes} MB.`);
  const type = await formatOf(file);
  if (!type || type === 'application/pdf') throw unsupportedFormat();
  const url = URL.createObjectURL(new Blob([file], { type }));
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    URL.revokeObjectURL(url);
    if (type === 'image/heic') return file;
    throw unsupportedFormat();
  }
  return { image, url };
}

const unsupportedFormat = () => new PictureError('Choose a JPG, PNG, WebP or HEIC picture.');

/** Returns the cropped square as a WebP file, or as PNG if the browser cannot write WebP. */
export async function cropPicture({ image }: OpenPicture, { x, y, side: cropSide }: Crop): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  canvas.getContext('2d')?.drawImage(image, x - cropSide / 2, y - cropSide / 2, cropSide, cropSide, 0, 0, side, side);
  const { promise, resolve } = Promise.withResolvers<Blob | null>();
  canvas.toBlob(resolve, 'image/webp', 0.92);
  const blob = await promise;
  if (!blob) throw new PictureError('Cropping failed. Try another picture.');
  return new File([blob], `picture.${blob.type.split('/')[1] ?? 'webp'}`, { type: blob.type });
}
