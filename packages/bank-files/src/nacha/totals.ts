import { BankFileError } from '../bank-file.ts';
import { toText } from '../decimal.ts';
import { integer, type NachaRecord } from './records.ts';

/** The columns of a control record. */
type Columns = readonly [first: number, last: number];
export type ControlLayout = {
  readonly count: Columns;
  readonly hash: Columns;
  readonly debit: Columns;
  readonly credit: Columns;
};

export const batchControl: ControlLayout = { count: [5, 10], hash: [11, 20], debit: [21, 32], credit: [33, 44] };
export const advBatchControl: ControlLayout = { count: [5, 10], hash: [11, 20], debit: [21, 40], credit: [41, 60] };
export const fileControl: ControlLayout = { count: [14, 21], hash: [22, 31], debit: [32, 43], credit: [44, 55] };
export const advFileControl: ControlLayout = { count: [14, 21], hash: [22, 31], debit: [32, 51], credit: [52, 71] };

/** A control record holds the last ten digits of the hash. */
const HASH_MODULUS = 10n ** 10n;

/** The sums of the entries of a batch or file, in cents. */
export class Totals {
  #count = 0n;
  #hash = 0n;
  #debit = 0n;
  #credit = 0n;

  addEntry(receivingBank: bigint, cents: bigint): void {
    this.#count += 1n;
    this.#hash += receivingBank;
    if (cents < 0n) this.#debit -= cents;
    else this.#credit += cents;
  }

  addAddenda(): void {
    this.#count += 1n;
  }

  add(other: Totals): void {
    this.#count += other.#count;
    this.#hash += other.#hash;
    this.#debit += other.#debit;
    this.#credit += other.#credit;
  }

  /** Throws if a control record has other sums. */
  check(record: NachaRecord, layout: ControlLayout): void {
    const says = (name: string, [first, last]: Columns) => integer(record, first, last, name);
    differs('number of entries and addenda', says('number of entries', layout.count), this.#count, String);
    differs('entry hash', says('entry hash', layout.hash), this.#hash % HASH_MODULUS, String);
    differs('debit total', says('debit total', layout.debit), this.#debit, dollars);
    differs('credit total', says('credit total', layout.credit), this.#credit, dollars);
  }
}

function differs(name: string, control: bigint, records: bigint, textOf: (value: bigint) => string): void {
  if (control === records) return;
  throw new BankFileError(`the ${name} is ${textOf(control)}, but the records give ${textOf(records)}.`);
}

const dollars = (cents: bigint): string => toText({ units: cents, scale: 2 }, 'USD');
