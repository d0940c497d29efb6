import { kycFileBytes } from '@florin/contract';

export type FileFormat = 'image/jpeg' | 'image/png' | 'application/pdf';

const beginnings: readonly (readonly [FileFormat, readonly number[]])[] = [
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
];

export const documentFormats: readonly FileFormat[] = ['image/jpeg', 'image/png', 'application/pdf'];
export const selfieFormats: readonly FileFormat[] = ['image/jpeg', 'image/png'];

/**
 * What is wrong with a file, in the server's own words; it decides, this only spares the way. A file is known by its
 * first bytes: its name and what the browser makes of it may say anything.
 */
export async function fileProblem(file: Blob, formats: readonly FileFormat[]): Promise<string | undefined> {
  if (file.size > kycFileBytes) return 'The file is larger than 5 MB.';
  const format = await formatOf(file);
  if (format && formats.includes(format)) return undefined;
  return format === 'application/pdf' ? 'A selfie is a picture: JPG or PNG.' : 'This is not a JPG, PNG or PDF file.';
}

async function formatOf(file: Blob): Promise<FileFormat | undefined> {
  // A folder can be dropped like a file, and a file can be gone by now: neither can be read.
  const start = await file
    .slice(0, 8)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const bytes = new Uint8Array(start);
  return beginnings.find(([, beginning]) => beginning.every((byte, at) => bytes[at] === byte))?.[0];
}
