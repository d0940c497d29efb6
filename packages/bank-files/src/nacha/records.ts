import { BankFileError } from '../bank-file.ts';

/** The columns of a record. An array if a character does not fill exactly one column. */
export type NachaRecord = string | readonly string[];

const COLUMNS = 94;

/**
 * Cuts pieces of text into records of 94 columns. Files have any kind of line ends, or no line ends. Records may lack
 * the blanks at their end.
 */
export class Records {
  readonly #take: (record: NachaRecord) => void;
  #rest = '';

  constructor(take: (record: NachaRecord) => void) {
    this.#take = take;
  }

  write(text: string): void {
    const all = this.#rest + text;
    let start = 0;
    for (let end = endOfRecord(all, start); end !== null; end = endOfRecord(all, start)) {
      this.#give(all.slice(start, end));
      start = isLineEnd(all.charCodeAt(end)) ? end + 1 : end;
    }
    this.#rest = all.slice(start);
  }

  end(): void {
    this.#give(this.#rest);
    this.#rest = '';
  }

  #give(text: string): void {
    if (/[!-\uffff]/.test(text)) this.#take(columnsOf(text)); // otherwise blanks, zero bytes or DOS's end of a file
  }
}

/** Returns the text in these columns without surrounding blanks. Columns count from 1, as in the Nacha rules. */
export function field(record: NachaRecord, first: number, last: number): string {
  return columns(record, first, last).trim();
}

/** Returns the text in these columns, including blanks. */
export function columns(record: NachaRecord, first: number, last: number): string {
  const part = record.slice(first - 1, last);
  return typeof part === 'string' ? part : part.join('');
}

/** Returns a number from columns that hold digits, perhaps after blanks. */
export function integer(record: NachaRecord, first: number, last: number, name: string): bigint {
  const text = field(record, first, last);
  if (!/^\d+$/.test(text)) throw new BankFileError(`the ${name} "${text}" is not a number.`);
  return BigInt(text);
}

/** Returns the end of the record that starts here, or null if the end has not arrived. */
function endOfRecord(text: string, start: number): number | null {
  let width = 0;
  let index = start;
  for (; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (isLineEnd(character)) return index;
    const isSecondHalf = character >= 0xdc00 && character <= 0xdfff; // of a character outside the first plane
    if (!isSecondHalf && ++width > COLUMNS) return index;
  }
  return null;
}

const isLineEnd = (character: number): boolean => character === 0x0a || character === 0x0d;

/**
 * The rules allow ASCII only. In files with other characters, each character counts as one column, or each UTF-8 byte
 * counts as one column.
 */
function columnsOf(text: string): NachaRecord {
  if (/^[\0-\x7f]*$/.test(text)) return text.padEnd(COLUMNS);
  const characters = Array.from(text);
  const countsBytes = characters.length < COLUMNS && Buffer.byteLength(text) === COLUMNS;
  if (!countsBytes) return [...characters, ...Array<string>(COLUMNS - characters.length).fill(' ')];
  return characters.flatMap((character) => [character, ...Array<string>(Buffer.byteLength(character) - 1).fill('')]);
}
