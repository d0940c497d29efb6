import { BankFileError } from './bank-file.ts';

const MAXIMUM_LINE = 1_000_000;

/** Cuts pieces of text into lines. Lines end with CR, LF or both. */
export class Lines {
  readonly #take: (line: string) => void;
  #rest = '';

  constructor(take: (line: string) => void) {
    this.#take = take;
  }

  write(text: string): void {
    const all = this.#rest + text;
    const end = all.endsWith('\r') ? all.length - 1 : all.length; // its LF may come with the next piece
    const lines = all.slice(0, end).split(/\r\n|\n|\r/);
    const last = lines.pop() ?? '';
    this.#rest = last + all.slice(end);
    if (this.#rest.length > MAXIMUM_LINE) throw new BankFileError('A line of the file is too long.');
    for (const line of lines) this.#take(line);
  }

  end(): void {
    const rest = this.#rest.replace(/\r$/, '');
    this.#rest = '';
    if (rest !== '') this.#take(rest);
  }
}
