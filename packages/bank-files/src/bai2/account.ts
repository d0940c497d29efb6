import { BankFileError } from '../bank-file.ts';
import { negate, parseDecimal, parseMinorUnits, type Decimal } from '../decimal.ts';
import type { Output, StatementDraft } from '../output.ts';
import { dateOf } from '../two-digit-date.ts';
import { describe } from './description.ts';
import { nextFunds, type RecordFields } from './record-fields.ts';
import type { Totals } from './totals.ts';
import { directionOf, reversalCodes } from './type-codes.ts';

const OPENING_LEDGER = '010';
const CLOSING_LEDGER = '015';
const MAXIMUM_NAME = 60;

/** The data that an account takes from the surrounding records. */
type Surroundings = {
  readonly currency: string;
  readonly asOf: string;
  readonly sequence: string | null;
  readonly totals: Totals;
};

/** An account of a group: one statement. */
export class Account {
  name = '';
  readonly totals: Totals;
  readonly #output: Output;
  readonly #draft: StatementDraft;
  readonly #asOf: string;
  #currency: string;

  constructor(output: Output, { currency, asOf, sequence, totals }: Surroundings) {
    this.#output = output;
    this.totals = totals;
    this.#asOf = asOf;
    this.#currency = currency;
    this.#draft = output.statement();
    this.#draft.sequence = sequence;
    this.#draft.from = asOf;
    this.#draft.to = asOf;
  }

  /** Reads record 03: the account, then balances and sums. */
  begin(fields: RecordFields): void {
    this.name = fields.next().replace(/\s/g, '');
    this.#currency = fields.next() || this.#currency;
    if (!/^[A-Z]{3}$/.test(this.#currency))
      throw new BankFileError(`"${this.#currency.slice(0, 40)}" is not a currency.`);
    if (this.name.length > MAXIMUM_NAME) throw new BankFileError(`"${this.name.slice(0, 40)}" is not an account.`);
    this.#draft.account = this.name === '' ? null : this.name;
    this.#draft.currency = this.#currency;
    while (!fields.isAtEnd) this.#summary(fields);
  }

  /** Reads record 16. */
  transaction(fields: RecordFields): void {
    const code = fields.next();
    const amountText = fields.next();
    const direction = directionOf(code);
    if (direction === null)
      throw new BankFileError(`The type code "${code.slice(0, 40)}" does not say whether it is a credit or a debit.`);
    if (direction === 'none') return this.#information(code, amountText);
    const amount = this.#amount(amountText);
    if (amount.units < 0n)
      throw new BankFileError('The transaction has a negative amount, which leaves its sign in doubt.');
    const value = this.#valueDate(nextFunds(fields));
    const [bankReference, customerReference] = [fields.next(), fields.next()];
    const isCredit = direction === 'credit';
    const { end_to_end_id, ...described } = describe(fields.rest(), code, isCredit);
    this.#draft.add({
      ...described,
      booked: this.#asOf,
      value,
      amount: isCredit ? amount : negate(amount),
      end_to_end_id: customerReference === '' ? end_to_end_id : customerReference,
      bank_reference: bankReference,
      reversal: reversalCodes.has(code),
      code,
    });
    return undefined;
  }

  finish(): void {
    this.#draft.finish();
  }

  #summary(fields: RecordFields): void {
    const code = fields.next();
    const text = fields.next();
    fields.next(); // how many items
    nextFunds(fields);
    if (text === '') return;
    const amount = this.#amount(text);
    if (code === OPENING_LEDGER) this.#draft.opening = amount;
    if (code === CLOSING_LEDGER) this.#draft.closing = amount;
  }

  /** Counts an amount that moves no money. */
  #information(code: string, text: string): void {
    if (text !== '') this.#amount(text);
    if (code !== '890') this.#output.warn(`Account ${this.name}: the type code ${code} is not a movement.`);
  }

  #amount(text: string): Decimal {
    const amount = parseMinorUnits(text, this.#currency);
    this.totals.add(parseDecimal(text));
    return amount;
  }

  #valueDate(text: string | null): string | null {
    if (text === null) return null;
    if (text === '0') return this.#asOf;
    const date = dateOf(text);
    if (date === null) throw new BankFileError(`The value date "${text.slice(0, 40)}" does not exist.`);
    return date;
  }
}
