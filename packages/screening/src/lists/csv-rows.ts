import { ScreeningListError, type Bytes } from '../screening-list.ts';
import { decoded } from './decode.ts';

const MAXIMUM_FIELD = 1_000_000;
const MAXIMUM_FIELDS = 100;

/** OFAC ends its files with this character. */
const END_OF_FILE = '\u001a';

type State = 'start' | 'plain' | 'quoted' | 'after quote';

/**
 * Yields the rows of a CSV file. Rejects files that end within quotes, and text behind a closing quote, because both
 * indicate a cut or damaged file. Blanks around a field do not count.
 */
export async function* csvRows(bytes: Bytes): AsyncGenerator<readonly string[]> {
  const reader = new CsvReader();
  for await (const text of decoded(bytes)) yield* reader.read(text);
  yield* reader.end();
}

class CsvReader {
  #state: State = 'start';
  #field = '';
  #row: string[] = [];
  #line = 1;
  #isOver = false;

  *read(text: string): Generator<readonly string[]> {
    for (const character of text) {
      if (character === '\n') this.#line += 1;
      const isEndOfRow = this.#take(character);
      if (isEndOfRow) yield* this.#takeRow();
    }
  }

  *end(): Generator<readonly string[]> {
    if (this.#state === 'quoted') throw this.#problem('ends within quotes. The file is cut');
    if (this.#state !== 'start' || this.#row.length > 0) {
      this.#endField();
      yield* this.#takeRow();
    }
  }

  /** Returns true at the end of a row. */
  #take(character: string): boolean {
    if (this.#state === 'quoted') {
      if (character === '"') this.#state = 'after quote';
      else this.#append(character);
      return false;
    }
    if (character === ',') this.#endField();
    else if (character === '\n') {
      this.#endField();
      return true;
    } else if (character === '"') this.#quote();
    else if (character === END_OF_FILE) this.#isOver = true;
    else if (character.trim() === '') this.#blank(character);
    else this.#plain(character);
    return false;
  }

  #quote(): void {
    if (this.#state === 'after quote') {
      this.#append('"');
      this.#state = 'quoted';
    } else if (this.#state === 'start') this.#state = 'quoted';
    else this.#append('"');
  }

  #blank(character: string): void {
    if (this.#state === 'plain') this.#append(character);
  }

  #plain(character: string): void {
    if (this.#isOver) throw this.#problem('has text behind the end of the file');
    if (this.#state === 'after quote') throw this.#problem('has text behind a closing quote');
    this.#state = 'plain';
    this.#append(character);
  }

  #append(character: string): void {
    this.#field += character;
    if (this.#field.length > MAXIMUM_FIELD) throw this.#problem(`has a field of more than ${MAXIMUM_FIELD} characters`);
  }

  #endField(): void {
    this.#row.push(this.#field.trim());
    this.#field = '';
    this.#state = 'start';
    if (this.#row.length > MAXIMUM_FIELDS) throw this.#problem(`has more than ${MAXIMUM_FIELDS} fields`);
  }

  *#takeRow(): Generator<readonly string[]> {
    const row = this.#row;
    this.#row = [];
    if (row.length > 1 || row[0] !== '') yield row;
  }

  #problem(what: string): ScreeningListError {
    return new ScreeningListError(`Line ${this.#line} ${what}.`);
  }
}
