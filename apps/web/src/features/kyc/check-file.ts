import { kycFileBytes } from '@florin/contract';
import { formatOf, type FileFormat } from '../../ui/file-format.ts';

export const documentFormats: readonly FileFormat[] = ['image/jpeg', 'image/png', 'image/heic', 'application/pdf'];
export const selfieFormats: readonly FileFormat[] = ['image/jpeg', 'image/png', 'image/heic'];

/**
 * Returns the reason why the file is invalid, with the server's text. The server checks again; this check avoids a
 * useless upload.
 */
export async function fileProblem(file: Blob, formats: readonly FileFormat[]): Promise<string | undefined> {
  if (file.size > kycFileBytes) return 'The file is larger than 5 MB.';
  const format = await formatOf(file);
  if (format && formats.includes(format)) return undefined;
  return format === 'application/pdf'
    ? 'A selfie is a picture: JPG, PNG or HEIC.'
    : 'This is not a JPG, PNG, HEIC or PDF file.';
}
