import { formatOf } from '../../ui/file-format.ts';
import type { Crop } from './crop.ts';

const mostMegabytes = 20;
const side = 512;

/** A picture the browser has decoded. Revoking its address gives the memory back. */
export type OpenPicture = { readonly image: HTMLImageElement; readonly url: string };

/** A sentence for the reader. */
export class PictureProblem extends Error {}

/**
 * Decodes what was chosen, by its content. A photo in HEIC that this browser cannot decode comes back as it is: the server
 * can.
 */
export async function openPicture(file: File): Promise<OpenPicture | File> {
  if (file.size > mostMegabytes * 1024 * 1024)
    throw new PictureProblem(`The picture is larger than ${mostMegabytes} MB.`);
  const type = await formatOf(file);
  if (!type || type === 'application/pdf') throw notAPicture();
  const url = URL.createObjectURL(new Blob([file], { type }));
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    URL.revokeObjectURL(url);
    if (type === 'image/heic') return file;
    throw notAPicture();
  }
  return { image, url };
}

const notAPicture = () => new PictureProblem('Choose a picture as JPG, PNG, WebP or HEIC.');

/** Only the square is sent. Browsers that cannot write WebP write PNG. */
export async function cutOut({ image }: OpenPicture, { x, y, side: from }: Crop): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  canvas.getContext('2d')?.drawImage(image, x - from / 2, y - from / 2, from, from, 0, 0, side, side);
  const { promise, resolve } = Promise.withResolvers<Blob | null>();
  canvas.toBlob(resolve, 'image/webp', 0.92);
  const blob = await promise;
  if (!blob) throw new PictureProblem('This picture could not be cut.');
  return new File([blob], `picture.${blob.type.split('/')[1] ?? 'webp'}`, { type: blob.type });
}
