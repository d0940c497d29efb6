import { BankFileError, type ChangeNotice } from '../bank-file.ts';
import { negate, type Decimal } from '../decimal.ts';
import { addendaType, changeNotice, returnOf, type Return } from './addenda.ts';
import { columns, field, integer, type NachaRecord } from './records.ts';

type Columns = readonly [first: number, last: number];
type Layout = {
  readonly account: Columns;
  readonly amount: Columns;
  readonly name: Columns | null;
  readonly id: Columns | null;
};

const common: Layout = { account: [13, 29], amount: [30, 39], id: [40, 54], name: [55, 76] };
const manyAddenda: Layout = { ...common, name: [59, 74] };
const noName: Layout = { ...common, name: null };

/** The columns of an entry's fields, by standard entry class. */
const layouts: ReadonlyMap<string, Layout> = new Map([
  ...['ACK', 'ARC', 'BOC', 'CCD', 'COR', 'DNE', 'POS', 'PPD', 'RCK', 'TEL', 'WEB'].map(
    (code) => [code, common] as const,
  ),
  ...['ATX', 'CTX', 'ENR', 'TRX'].map((code) => [code, manyAddenda] as const),
  ['ADV', { account: [13, 27], amount: [28, 39], id: null, name: [55, 76] }],
  ['CIE', { ...common, name: [40, 54], id: [55, 76] }],
  ['IAT', { ...common, account: [40, 74], name: null, id: null }],
  ['MTE', { ...common, name: [40, 61], id: [62, 76] }],
  ['POP', { ...common, id: [40, 48] }],
  ['SHR', { ...common, name: null, id: [44, 54] }], // a card number is in place of the name
  ['TRC', noName],
  ['XCK', noName],
]);

export const isEntryClass = (code: string): boolean => layouts.has(code);

const MAXIMUM_TEXT = 2_000;

/** An entry with the addenda that follow it. */
export class Entry {
  readonly code: string;
  /** Signed cents: positive for a credit. */
  readonly amount: Decimal;
  /** The first eight digits of the receiving bank's routing number. */
  readonly bank: bigint;
  readonly announcesAddenda: boolean;
  readonly account: string;
  readonly trace: string;
  name: string | null;
  id: string | null;
  remittance = '';
  return: Return | null = null;
  isNotice = false;
  hasAddenda = false;

  constructor(record: NachaRecord, entryClass: string) {
    const { account, amount, name, id } = layouts.get(entryClass) ?? common;
    this.code = field(record, 2, 3);
    this.bank = integer(record, 4, 11, 'receiving bank');
    const cents = { units: integer(record, ...amount, 'amount'), scale: 2 };
    this.amount = isCredit(this.code) ? cents : negate(cents);
    this.account = field(record, ...account);
    this.announcesAddenda = field(record, 79, 79) === '1';
    this.trace = field(record, 80, 94);
    this.name = name && field(record, ...name);
    this.id = id && field(record, ...id);
  }

  /** Accepts a further record about this entry. Returns the notice of change of such a record. */
  addAddenda(record: NachaRecord, entryClass: string): ChangeNotice | null {
    this.hasAddenda = true;
    switch (addendaType(record)) {
      case '05':
      case '17':
        this.#addText(columns(record, 4, 83));
        break;
      case '10':
        this.name = field(record, 47, 81);
        break;
      case '15':
        this.id = field(record, 4, 18);
        break;
      case '98':
        this.isNotice = true;
        return changeNotice(record);
      case '99':
        this.return = returnOf(record, entryClass);
        this.#addText(`${this.return.text} `);
    }
    return null;
  }

  /** A text that fills all columns continues in the next record, within a word. */
  #addText(text: string): void {
    if (this.remittance.length < MAXIMUM_TEXT) this.remittance += text;
  }
}

/**
 * Returns whether a transaction code is a credit. Checking, savings, ledger and loan accounts have 1 to 4 for credits
 * and 6 to 9 for debits. A loan account's 5 is a debit, and the codes of an advice alternate.
 */
function isCredit(code: string): boolean {
  if (/^[2345][1234]$|^8[1357]$/.test(code)) return true;
  if (/^[234][6789]$|^5[56]$|^8[2468]$/.test(code)) return false;
  throw new BankFileError(`the transaction code "${code}" is unknown.`);
}

export const isPrenote = (code: string): boolean => /^[2345][38]$/.test(code);
