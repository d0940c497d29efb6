export type FileKind = 'jpeg' | 'png' | 'webp' | 'heic' | 'pdf';

/** The number of leading bytes that identify every kind of file. */
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

/** Detects the kind of a file from its first bytes. The file name and content type are not reliable. */
export async function kindOfFile(firstBytes: Uint8Array): Promise<FileKind | undefined> {
  const { fileTypeFromBuffer } = await import('file-type'); // loaded on first use, to keep the start fast
  return kinds.get((await fileTypeFromBuffer(withoutBlank(firstBytes)))?.mime ?? '');
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
/** Whitespace as defined for PDF (ISO 32000, 7.2.3): null, tab, line feed, form feed, carriage return and space. */
const blank: readonly number[] = [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20];

/** Skips an empty line or byte order mark, which mail programs and scanners put before a PDF. PDF readers skip them too. */
function withoutBlank(bytes: Uint8Array): Uint8Array {
  const rest = byteOrderMark.equals(bytes.subarray(0, byteOrderMark.length))
    ? bytes.subarray(byteOrderMark.length)
    : bytes;
  const start = rest.findIndex((byte) => !blank.includes(byte));
  const file = start > 0 ? rest.subarray(start) : rest;
  return Buffer.from(file.subarray(0, 5)).toString('latin1') === '%PDF-' ? file : bytes;
}

/** Is the PDF complete? Ignores whitespace at the end. Like PDF readers, accepts the end mark within the last kilobyte. */
export function isWholePdf(bytes: Buffer): boolean {
  const end = bytes.findLastIndex((byte) => !blank.includes(byte)) + 1;
  return bytes.subarray(Math.max(0, end - 1_024), end).includes('%%EOF');
}
