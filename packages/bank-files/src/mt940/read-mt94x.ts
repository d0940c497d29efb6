import { BankFileError } from '../bank-file.ts';
import { Lines } from '../lines.ts';
import type { FormatReader, Output } from '../output.ts';
import { Fields, type Field } from './fields.ts';
import { MtStatement } from './statement.ts';

/** Reads MT940 and MT942: any number of messages, with or without surrounding SWIFT blocks. */
export function readMt94x(file: string, output: Output): FormatReader {
  const messages = new Messages(file, output);
  const fields = new Fields(messages);
  const lines = new Lines((line) => fields.line(line));
  return {
    write: (text) => lines.write(text),
    end: () => {
      lines.end();
      fields.end();
      messages.end();
    },
  };
}

type Head = { reference: string; account: string | null; sequence: string | null };

const accountText = /^[\p{L}\d/ .,:_()&'-]{1,60}$/u;

/** Makes statements from fields. */
class Messages {
  readonly #file: string;
  readonly #output: Output;
  #format: 'MT940' | 'MT942' | null = null;
  #isIntraday = false;
  #bank = '';
  #head: Head | null = null; // of a statement that has no balance and no movement yet
  #statement: MtStatement | null = null;
  #count = 0;

  constructor(file: string, output: Output) {
    this.#file = file;
    this.#output = output;
  }

  header(text: string): void {
    const bank = /\{1:F\d\d([A-Z0-9]{8})/.exec(text)?.[1];
    const type = /\{2:[IO]\s?94([0-2])/.exec(text)?.[1];
    if (bank !== undefined || type !== undefined) this.#finish();
    if (bank !== undefined) this.#bank = bank;
    if (type !== undefined) this.#isIntraday = type === '2';
  }

  field(field: Field): void {
    try {
      this.#take(field, (field.lines[0] ?? '').trim());
    } catch (error) {
      if (!(error instanceof BankFileError)) throw error;
      const reference = this.#statement?.reference ?? this.#head?.reference ?? '';
      throw new BankFileError(`Statement "${reference}", line ${field.lineNumber}: ${error.message}`);
    }
  }

  end(): void {
    this.#finish();
    if (this.#count > 0) return;
    this.#announce();
    throw new BankFileError('The file has no statement.');
  }

  #take(field: Field, text: string): void {
    switch (field.tag) {
      case '20':
        this.#finish();
        this.#head = { reference: text.slice(0, 40), account: null, sequence: null };
        break;
      case '25':
      case '25P':
        this.#newHead().account = checkedAccount(text);
        break;
      case '28':
      case '28C':
        this.#setSequence(text);
        break;
      case '13D':
      case '34F':
        this.#intraday(field.tag, text);
        break;
      case '60F':
      case '60M':
        if (this.#statement?.isOpened || this.#statement?.isClosed) this.#newHead();
        this.#open().open(text);
        break;
      case '62F':
      case '62M':
        this.#open().close(text);
        break;
      case '61':
        this.#open().entry(field);
        break;
      case '86':
        this.#statement?.describe(field.lines);
        break;
      case 'NS':
        this.#statement?.nameService(field.lines);
        break;
      default: // balances of other days, sums, and fields of single banks
    }
  }

  #setSequence(text: string): void {
    const sequence = text === '' ? null : text.slice(0, 40);
    if (this.#statement && !this.#statement.isClosed) this.#statement.sequence ??= sequence;
    else this.#newHead().sequence = sequence;
  }

  #intraday(tag: string, text: string): void {
    if (this.#statement === null) this.#isIntraday = true;
    if (tag === '34F') this.#open().setCurrency(/^[A-Z]{3}/.exec(text)?.[0] ?? null);
  }

  /** Ends the open statement, and begins a new statement of the same message. */
  #newHead(): Head {
    const { reference, account } = this.#statement ?? this.#head ?? { reference: '', account: null };
    if (this.#statement) this.#finish();
    this.#head ??= { reference, account, sequence: null };
    return this.#head;
  }

  #open(): MtStatement {
    if (this.#statement) return this.#statement;
    this.#announce();
    const { sequence, ...head } = this.#head ?? { reference: '', account: null, sequence: null };
    this.#statement = new MtStatement(this.#output, { ...head, bank: this.#bank });
    this.#statement.sequence = sequence;
    this.#count += 1;
    this.#head = null;
    return this.#statement;
  }

  #announce(): void {
    if (this.#format !== null) return;
    this.#format = this.#isIntraday ? 'MT942' : 'MT940';
    this.#output.file(this.#file, this.#format);
  }

  #finish(): void {
    if (this.#head) this.#open(); // it has neither balances nor movements
    this.#statement?.finish(!this.#isIntraday);
    this.#statement = null;
    this.#isIntraday = this.#format === 'MT942';
  }
}

function checkedAccount(text: string): string | null {
  if (text === '') return null;
  if (!accountText.test(text)) throw new BankFileError(`"${text.slice(0, 60)}" is not an account.`);
  return text;
}
