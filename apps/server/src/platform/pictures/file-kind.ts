export type FileKind = 'jpeg' | 'png' | 'webp' | 'heic' | 'pdf';

/** Enough to tell what a file is. */
export const beginningBytes = 4_100;

const kinds: ReadonlyMap<string, FileKind> = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['image/heic', 'heic'],
  ['image/heif', 'heic'],
  ['image/heic-sequence', 'heic'],
  ['image/heif-sequence', 'heic'],
  ['application/pdf', 'pdf'],
]);

/** What a file is, by its first bytes alone: a name and a content type may say anything, or nothing. */
export async function kindOfFile(beginning: Uint8Array): Promise<FileKind | undefined> {
  const { fileTypeFromBuffer } = await import('file-type'); // when it is needed: a start does not wait for it
  return kinds.get((await fileTypeFromBuffer(withoutBlank(beginning)))?.mime ?? '');
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
/** Blank as a PDF defines it (ISO 32000, 7.2.3): null, tab, line feed, form feed, carriage return and space. */
const blank: readonly number[] = [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20];

/** Mail programs and scanners put an empty line or a byte order mark in front of a PDF; readers pass over them. */
function withoutBlank(bytes: Uint8Array): Uint8Array {
  const rest = byteOrderMark.equals(bytes.subarray(0, byteOrderMark.length))
    ? bytes.subarray(byteOrderMark.length)
    : bytes;
  const start = rest.findIndex((byte) => !blank.includes(byte));
  const file = start > 0 ? rest.subarray(start) : rest;
  return Buffer.from(file.subarray(0, 5)).toString('latin1') === '%PDF-' ? file : bytes;
}

/** Whether a PDF is there to its end. Blank after the end mark counts for nothing, and readers allow for a kilobyte more. */
export function isWholePdf(bytes: Buffer): boolean {
  const end = bytes.findLastIndex((byte) => !blank.includes(byte)) + 1;
  return bytes.subarray(Math.max(0, end - 1_024), end).includes('%%EOF');
}
