import { BankFileError } from '../bank-file.ts';

/** A logical record: the texts of the record and of its continuations, each without the code and the `/` at the end. */
export type BaiRecord = {
  readonly code: string;
  readonly pieces: string[];
  readonly lineNumber: number;
};

const MAXIMUM_RECORD = 100_000;

const codeAtStart = /^\s*(01|02|03|16|49|88|98|99),(.*)$/s;
/** The form of a record's first fields. */
const others =
  '01,[^,/]*,[^,/]*,\\d{6},|02,[^,/]*,[^,/]*,\\d?,\\d{6},|03,[^,/]+,[A-Z]{0,3}[,/]|49,[+-]?\\d+,\\d+|9[89],[+-]?\\d+,\\d+,';
const beginsRecord = new RegExp(`^\\s*(?:88,|16,\\d{3},|${others})`);
const withinLine = `${others}|16,\\d{3},[+-]?[\\d.]*,[012ZVSD]?[,/]`;
const betweenRecords = new RegExp(`/(?:\\s+(?=88,)|\\s*(?=${withinLine}))`, 'g');

/** Cuts lines into records. A line can have several records, and a record can have several lines. */
export class Records {
  readonly #take: (record: BaiRecord) => void;
  readonly #warn: (text: string) => void;
  #open: BaiRecord | null = null;
  #size = 0;
  #isEnded = true; // the open record's last piece ended with a slash
  #lineNumber = 0;

  constructor(take: (record: BaiRecord) => void, warn: (text: string) => void) {
    this.#take = take;
    this.#warn = warn;
  }

  line(line: string): void {
    this.#lineNumber += 1;
    let start = 0;
    for (const match of line.matchAll(betweenRecords)) {
      this.#part(line.slice(start, match.index + 1));
      start = match.index + match[0].length;
    }
    this.#part(line.slice(start));
  }

  end(): void {
    const record = this.#open;
    this.#open = null;
    if (record) this.#take(record);
  }

  #part(text: string): void {
    const trimmed = text.trimEnd();
    if (trimmed === '') return;
    const [, code, rest = ''] = codeAtStart.exec(trimmed) ?? [];
    const isInText = this.#open?.code === '16' && !this.#isEnded;
    const isRecord = code !== undefined && (!isInText || beginsRecord.test(trimmed));
    if (!isRecord) this.#wrapped(trimmed);
    else if (code === '88') this.#continue(rest);
    else this.#begin(code, rest);
    this.#isEnded = trimmed.endsWith('/');
  }

  #begin(code: string, rest: string): void {
    this.end();
    this.#size = rest.length;
    this.#open = { code, pieces: [withoutSlash(rest)], lineNumber: this.#lineNumber };
  }

  #continue(rest: string): void {
    this.#openRecord(rest).pieces.push(withoutSlash(rest));
  }

  /** Accepts a line without a code: the rest of a record after a line break. */
  #wrapped(text: string): void {
    if (/^\s*\d\d,/.test(text) && this.#isEnded)
      throw this.#error(`The record code ${text.trim().slice(0, 2)} is unknown.`);
    if (this.#open && this.#isEnded && this.#open.code !== '16') {
      this.#warn(`Line ${this.#lineNumber} belongs to no record. It was left out.`);
      return;
    }
    const { code, pieces } = this.#openRecord(text);
    pieces.push(`${pieces.pop() ?? ''}${code === '16' ? ' ' : ''}${withoutSlash(text)}`);
  }

  #openRecord(added: string): BaiRecord {
    this.#size += added.length;
    if (this.#open === null) throw this.#error('The line does not begin with a record code.');
    if (this.#size > MAXIMUM_RECORD) throw this.#error('The record is too long.');
    return this.#open;
  }

  #error(message: string): BankFileError {
    return new BankFileError(`Line ${this.#lineNumber}: ${message}`);
  }
}

function withoutSlash(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed.endsWith('/') ? trimmed.slice(0, -1) : trimmed;
}
