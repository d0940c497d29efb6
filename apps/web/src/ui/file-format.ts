export type FileFormat = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/heic' | 'application/pdf';

/** Enough to find what stands in front of a PDF. */
const beginningBytes = 1_024;

/**
 * What a file is by its first bytes: its name and what the browser makes of it may say anything, or nothing. The server
 * decides; this only saves an upload that it would refuse.
 */
export async function formatOf(file: Blob): Promise<FileFormat | undefined> {
  // A folder can be dropped like a file, and a file can be gone by now: neither can be read.
  const start = await file
    .slice(0, beginningBytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const text = String.fromCharCode(...new Uint8Array(start));
  return formats.find(([, beginning]) => beginning.test(text))?.[0];
}

/** The bytes as characters of the same number. */
const formats: readonly (readonly [FileFormat, RegExp])[] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/heic', /^[^]{4}ftyp(heic|heix|hevc|hevx|heim|heis|mif1|msf1)/],
  // A byte order mark, and blank as a PDF defines it.
  ['application/pdf', /^(\xef\xbb\xbf)?[\0\t\n\f\r ]*%PDF-/],
];
