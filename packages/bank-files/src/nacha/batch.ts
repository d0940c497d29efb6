import { BankFileError } from '../bank-file.ts';
import type { Output, StatementDraft } from '../output.ts';
import { addendaType, isAddendaType } from './addenda.ts';
import { dateOf, dateOfDay } from './dates.ts';
import { Entry, isEntryClass, isPrenote } from './entry.ts';
import { field, type NachaRecord } from './records.ts';
import { advBatchControl, batchControl, Totals } from './totals.ts';

/** Credits and debits, credits only, debits only, accounting advices. */
const serviceClasses = new Set(['200', '220', '225', '280']);

/** A batch during reading. Each batch becomes a statement. */
export class Batch {
  readonly number: string;
  readonly totals = new Totals();
  readonly isAdvice: boolean;
  readonly #output: Output;
  readonly #statement: StatementDraft;
  readonly #warn: (text: string) => void;
  readonly #entryClass: string;
  readonly #isReversal: boolean;
  readonly #booked: string | null;
  readonly #value: string | null;
  #entry: Entry | null = null;

  constructor(header: NachaRecord, fileDate: string | null, output: Output, warn: (text: string) => void) {
    this.#entryClass = field(header, 51, 53).toUpperCase();
    if (!isEntryClass(this.#entryClass))
      throw new BankFileError(`the standard entry class "${this.#entryClass}" is unknown.`);
    if (!serviceClasses.has(field(header, 2, 4))) warn(`the service class "${field(header, 2, 4)}" is unknown.`);
    this.isAdvice = this.#entryClass === 'ADV';
    this.number = field(header, 88, 94);
    this.#isReversal = field(header, 54, 63).toUpperCase() === 'REVERSAL';
    const effective = dateOf(field(header, 70, 75));
    if (effective === undefined)
      throw new BankFileError(`the effective entry date "${field(header, 70, 75)}" is not a date.`);
    const settled = dateOfDay(field(header, 76, 78), effective ?? fileDate);
    this.#booked = effective ?? settled;
    this.#value = settled ?? effective;
    this.#output = output;
    this.#warn = warn;
    this.#statement = output.statement();
    this.#statement.account = field(header, 41, 50) || null;
    this.#statement.currency = 'USD';
    this.#statement.sequence = this.number || null;
    this.#statement.from = effective;
    this.#statement.to = effective;
  }

  addEntry(record: NachaRecord): void {
    this.#finishEntry();
    const entry = new Entry(record, this.#entryClass);
    this.totals.addEntry(entry.bank, entry.amount.units);
    if (isPrenote(entry.code) && entry.amount.units !== 0n) this.#warn('a prenote has an amount.');
    this.#entry = entry;
  }

  addAddenda(record: NachaRecord): void {
    if (this.#entry === null) throw new BankFileError('an addenda record has no entry.');
    this.totals.addAddenda();
    if (!isAddendaType(addendaType(record))) this.#warn(`the addenda type "${addendaType(record)}" is not read.`);
    const notice = this.#entry.addAddenda(record, this.#entryClass);
    if (notice) this.#output.notice(notice, this.#entry.id);
  }

  finish(control: NachaRecord): void {
    this.#finishEntry();
    this.totals.check(control, this.isAdvice ? advBatchControl : batchControl);
    if (field(control, 88, 94) !== this.number) this.#warn(`the batch number is not that of batch ${this.number}.`);
    this.#statement.finish();
  }

  #finishEntry(): void {
    const entry = this.#entry;
    this.#entry = null;
    if (entry === null) return;
    if (entry.announcesAddenda && !entry.hasAddenda) this.#warn('the addenda record of the entry before is missing.');
    if (entry.isNotice) return this.#finishNotice(entry);
    this.#statement.add({
      booked: this.#booked,
      value: this.#value,
      amount: entry.amount,
      counterparty: entry.name,
      counterparty_account: entry.account,
      remittance: entry.remittance,
      end_to_end_id: entry.id,
      bank_reference: entry.return?.originalTrace ?? entry.trace,
      reversal: this.#isReversal,
      return_reason: entry.return?.reason ?? null,
      code: `${this.#entryClass}-${entry.code}`,
    });
  }

  /** A notice of change is not a movement. */
  #finishNotice(entry: Entry): void {
    if (entry.amount.units !== 0n) this.#warn('the notification of change before has an amount, which is not read.');
  }
}
