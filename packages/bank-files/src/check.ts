import {
  BankFileError,
  type BankFileEvent,
  type BankFileFormat,
  type ChangeNotice,
  type PaymentStatus,
  type Statement,
  type StatementLine,
} from './bank-file.ts';
import { BankFileReader, type ReadOptions } from './read.ts';

/** The whole content of a file. `error` is the reason why the file, or the rest of the file, cannot be read. */
export type CheckedFile = {
  readonly file: string;
  readonly format: BankFileFormat | null;
  readonly statements: readonly Statement[];
  readonly statuses: readonly PaymentStatus[];
  readonly notices: readonly ChangeNotice[];
  readonly warnings: readonly string[];
  readonly error?: string;
};

type Draft = {
  -readonly [Field in keyof CheckedFile]: CheckedFile[Field];
} & { statements: Statement[]; statuses: PaymentStatus[]; notices: ChangeNotice[]; warnings: string[] };

const empty = (file: string): Draft => ({
  file,
  format: null,
  statements: [],
  statuses: [],
  notices: [],
  warnings: [],
});

/** Reads a whole file into memory. Returns one result, or one result for each file in a ZIP file. */
export function checkFile(file: string, pieces: Iterable<Uint8Array>, options?: ReadOptions): readonly CheckedFile[] {
  const collected = new Collected(file);
  const reader = new BankFileReader(file, options);
  try {
    for (const piece of pieces) collected.take(reader.write(piece));
    collected.take(reader.end());
  } catch (error) {
    if (!(error instanceof BankFileError)) throw error;
    collected.fail(error.message);
  }
  return collected.files;
}

class Collected {
  readonly files: Draft[] = [];
  readonly #name: string;
  #lines = new Map<number, StatementLine[]>();
  #before: string[] = []; // warnings from before the format is known

  constructor(name: string) {
    this.#name = name;
  }

  take(events: readonly BankFileEvent[]): void {
    for (const event of events) this.#takeOne(event);
  }

  fail(message: string): void {
    this.#current().error = message;
  }

  #takeOne(event: BankFileEvent): void {
    switch (event.kind) {
      case 'file':
        this.files.push({ ...empty(event.file), format: event.format, warnings: this.#before });
        this.#before = [];
        this.#lines = new Map();
        break;
      case 'line':
        this.#linesOf(event.statement).push(event.line);
        break;
      case 'statement':
        this.#current().statements.push({ ...event.head, lines: this.#linesOf(event.statement) });
        break;
      case 'status':
        this.#current().statuses.push(event.status);
        break;
      case 'notice':
        this.#current().notices.push(event.notice);
        break;
      case 'warning':
        (this.files.at(-1)?.warnings ?? this.#before).push(event.warning);
    }
  }

  #current(): Draft {
    const current = this.files.at(-1);
    if (current) return current;
    const first = { ...empty(this.#name), warnings: this.#before };
    this.files.push(first);
    return first;
  }

  #linesOf(statement: number): StatementLine[] {
    const lines = this.#lines.get(statement) ?? [];
    this.#lines.set(statement, lines);
    return lines;
  }
}
