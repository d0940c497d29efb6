import { access } from 'node:fs/promises';
import path from 'node:path';

/** The names of a file that was put away, and of its report. */
export type PutAwayNames = { readonly file: string; readonly report: string };

/** The longest name of a file on Linux, macOS and Windows, in bytes of UTF-8. */
const LONGEST = 255;
const LONGEST_ENDING = 20;
const REPORT = '.report.txt';

/**
 * Returns names that no file in the folder has, at most 255 bytes long. Another file of the same name gets a number, and
 * the start of a long name is cut.
 */
export async function unusedNames(folder: string, name: string): Promise<PutAwayNames> {
  const { ext } = path.parse(name);
  const ending = ext.length > LONGEST_ENDING ? '' : ext;
  const stem = name.slice(0, name.length - ending.length);
  for (let count = 1; ; count++) {
    const number = count === 1 ? '' : ` (${count})`;
    const file = fitting(stem, number, ending);
    const report = fitting(file, '', REPORT, number);
    if (!(await exists(path.join(folder, file))) && !(await exists(path.join(folder, report)))) return { file, report };
  }
}

/** Joins the parts. A start that is too long is cut, and the text `lost` follows it. */
function fitting(start: string, number: string, end: string, lost = ''): string {
  const whole = start + number + end;
  if (Buffer.byteLength(whole) <= LONGEST) return whole;
  const rest = `...${lost}${number}${end}`;
  return cut(start, LONGEST - Buffer.byteLength(rest)) + rest;
}

/** Cuts a text between two characters. */
function cut(text: string, bytes: number): string {
  let kept = '';
  let size = 0;
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    kept += character;
  }
  return kept;
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
