export type FileFormat = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/heic' | 'application/pdf';

/** Long enough to skip the bytes that may precede a PDF header. */
const headerBytes = 1_024;

/**
 * Detects a file's format from the first bytes, because the file's name and media type are unreliable. The server
 * checks again. This check only avoids uploads that the server would reject.
 */
export async function formatOf(file: Blob): Promise<FileFormat | undefined> {
  // A dropped folder or a deleted file cannot be read.
  const start = await file
    .slice(0, headerBytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const text = String.fromCharCode(...new Uint8Array(start));
  return formats.find(([, signature]) => signature.test(text))?.[0];
}

/** Signatures match the bytes as Latin-1 characters. */
const formats: readonly (readonly [FileFormat, RegExp])[] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/heic', /^[^]{4}ftyp(heic|heix|hevc|hevx|heim|heis|mif1|msf1)/],
  // Allows a byte order mark and PDF white space.
  ['application/pdf', /^(\xef\xbb\xbf)?[\0\t\n\f\r ]*%PDF-/],
];
