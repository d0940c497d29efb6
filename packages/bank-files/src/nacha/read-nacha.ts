import { BankFileError } from '../bank-file.ts';
import type { FormatReader, Output } from '../output.ts';
import { Batch } from './batch.ts';
import { dateOf } from './dates.ts';
import { columns, field, integer, Records, type NachaRecord } from './records.ts';
import { advFileControl, fileControl, Totals } from './totals.ts';

const RECORDS_PER_BLOCK = 10n;

/** Reads a NACHA file: payments, returns and notifications of change. Each batch is a statement. */
export function readNacha(file: string, output: Output): FormatReader {
  output.file(file, 'NACHA');
  const reader = new NachaReader(output);
  const records = new Records((record) => reader.take(record));
  return {
    write: (text) => records.write(text),
    end: () => {
      records.end();
      reader.end();
    },
  };
}

class NachaReader {
  readonly #output: Output;
  #record = 0;
  #file: FileState | null = null;
  #isFinished = false;

  constructor(output: Output) {
    this.#output = output;
  }

  take(record: NachaRecord): void {
    this.#record += 1;
    try {
      this.#takeOne(record);
    } catch (error) {
      if (!(error instanceof BankFileError)) throw error;
      throw new BankFileError(`Record ${this.#record}${this.#batchText()}: ${error.message}`);
    }
  }

  end(): void {
    if (this.#file !== null) throw new BankFileError(`The file ends${this.#batchText()} without its control record.`);
    if (!this.#isFinished) throw new BankFileError('The file has no file header record.');
  }

  /** Reads several files that a bank appended to each other as one file. */
  #takeOne(record: NachaRecord): void {
    const type = field(record, 1, 1);
    if (this.#file === null) {
      if (this.#isFinished && isPadding(record)) return;
      if (type !== '1') throw new BankFileError('a file header record is expected here.');
      this.#file = new FileState(record, this.#output, (text) => this.#warn(text));
    } else if (this.#file.take(type, record)) {
      this.#file = null;
      this.#isFinished = true;
    }
  }

  #warn(text: string): void {
    this.#output.warn(`Record ${this.#record}${this.#batchText()}: ${text}`);
  }

  #batchText(): string {
    const number = this.#file?.batchNumber;
    return number === undefined ? '' : ` in batch ${number}`;
  }
}

/** A file from its header record to its control record. */
class FileState {
  readonly #output: Output;
  readonly #warn: (text: string) => void;
  readonly #totals = new Totals();
  readonly #date: string | null;
  #batch: Batch | null = null;
  #batches = 0n;
  #records = 1n;
  #hasAdvice = false;

  constructor(header: NachaRecord, output: Output, warn: (text: string) => void) {
    this.#output = output;
    this.#warn = warn;
    this.#date = dateOf(field(header, 24, 29)) ?? null;
    if (columns(header, 35, 40) !== '094101') warn('the file header record does not have its fields in their columns.');
  }

  get batchNumber(): string | undefined {
    return this.#batch?.number;
  }

  /** Returns whether the file is complete. */
  take(type: string, record: NachaRecord): boolean {
    this.#records += 1n;
    switch (type) {
      case '5':
        return this.#openBatch(record);
      case '6':
        this.#openedBatch().addEntry(record);
        return false;
      case '7':
        this.#openedBatch().addAddenda(record);
        return false;
      case '8':
        return this.#closeBatch(record);
      case '9':
        return this.#close(record);
      default:
        throw new BankFileError(`the record type "${type}" is unknown.`);
    }
  }

  #openBatch(header: NachaRecord): false {
    if (this.#batch) throw new BankFileError('a new batch begins before the control record of this one.');
    this.#batch = new Batch(header, this.#date, this.#output, this.#warn);
    this.#hasAdvice ||= this.#batch.isAdvice;
    return false;
  }

  #closeBatch(control: NachaRecord): false {
    const batch = this.#openedBatch();
    batch.finish(control);
    this.#totals.add(batch.totals);
    this.#batches += 1n;
    this.#batch = null;
    return false;
  }

  /** The numbers of batches and blocks do not affect money, and banks often write wrong numbers. */
  #close(control: NachaRecord): true {
    if (isPadding(control)) throw new BankFileError('the file control record is missing.');
    if (this.#batch) throw new BankFileError('the file ends before the control record of the batch.');
    this.#totals.check(control, this.#hasAdvice ? advFileControl : fileControl);
    const batches = integer(control, 2, 7, 'number of batches');
    if (batches !== this.#batches)
      this.#warn(`the number of batches is ${batches}, but the file has ${this.#batches}.`);
    const blocks = integer(control, 8, 13, 'number of blocks');
    const expected = (this.#records + RECORDS_PER_BLOCK - 1n) / RECORDS_PER_BLOCK;
    if (blocks !== expected) this.#warn(`the number of blocks is ${blocks}, but the file has ${expected}.`);
    return true;
  }

  #openedBatch(): Batch {
    if (!this.#batch) throw new BankFileError('the record is not in a batch.');
    return this.#batch;
  }
}

/** A file control record is never all nines: its last columns are blank. */
const isPadding = (record: NachaRecord): boolean => /^9+$/.test(field(record, 1, 94));
