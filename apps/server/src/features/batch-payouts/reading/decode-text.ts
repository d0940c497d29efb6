import { Refusal } from '../../../platform/refusal.ts';

const marks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/** The first bytes of a ZIP file, such as an Excel or OpenDocument file, and of an old Excel file. */
const spreadsheets = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/**
 * Returns the text of a file in UTF-8, in UTF-16 with a byte order mark, or else in Windows-1252. Older versions of
 * Excel write Windows-1252. Refusals: `batch_file_refused` for spreadsheets and other binary files.
 */
export function decodeText(bytes: Uint8Array): string {
  const beginsWith = (start: readonly number[]) => start.every((byte, at) => bytes[at] === byte);
  if (spreadsheets.some(beginsWith))
    throw new Refusal('batch_file_refused', 'This is a spreadsheet file. Save it as CSV and upload the CSV file.');
  const encoding = marks.find((mark) => beginsWith(mark.bytes))?.encoding;
  const text = encoding === undefined ? unmarked(bytes) : new TextDecoder(encoding).decode(bytes);
  if (text.includes('\0') || text.includes('\uFFFD'))
    throw new Refusal(
      'batch_file_refused',
      'This file is not a text file. Save it as CSV in UTF-8 and upload it again.',
    );
  return text;
}

function unmarked(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
