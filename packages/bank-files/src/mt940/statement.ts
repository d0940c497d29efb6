import { BankFileError } from '../bank-file.ts';
import { equals } from '../decimal.ts';
import type { Output, StatementDraft } from '../output.ts';
import { returnReasonIn } from '../return-reasons.ts';
import { parseBalance, type Balance } from './balance.ts';
import { describe } from './describe.ts';
import { parseEntry, type Entry } from './entry.ts';
import type { Field } from './fields.ts';
import { nameService } from './name-service.ts';
import type { Description } from './description.ts';

/** No bank writes nearly this many lines of text for a movement. */
const MAXIMUM_LINES = 200;

/** A statement, or a page of a statement, while the reader reads its fields. */
export class MtStatement {
  readonly reference: string;
  account: string | null;
  sequence: string | null = null;
  readonly #draft: StatementDraft;
  readonly #output: Output;
  readonly #bank: string;
  #opening: Balance | null = null;
  #closing: Balance | null = null;
  #pending: { entry: Entry; text: string[]; names: string[] } | null = null;
  #currency: string | null = null;

  constructor(
    output: Output,
    { reference, account, bank }: { reference: string; account: string | null; bank: string },
  ) {
    this.#output = output;
    this.#draft = output.statement();
    this.reference = reference;
    this.account = account;
    this.#bank = bank;
  }

  get isClosed(): boolean {
    return this.#closing !== null;
  }

  get isOpened(): boolean {
    return this.#opening !== null;
  }

  open(text: string): void {
    this.#opening = parseBalance(text);
    this.setCurrency(this.#opening.currency);
    this.#draft.opening = this.#opening.amount;
    this.#draft.from = this.#opening.date;
  }

  close(text: string): void {
    this.#flush();
    const closing = parseBalance(text);
    if (this.#closing && !equals(this.#closing.amount, closing.amount))
      throw new BankFileError('The statement has two closing balances.');
    this.#closing = closing;
    this.setCurrency(closing.currency);
    this.#draft.closing = closing.amount;
    this.#draft.to = closing.date;
  }

  setCurrency(currency: string | null): void {
    if (currency === null) return;
    if (this.#currency !== null && currency !== this.#currency)
      throw new BankFileError(`The statement is in ${this.#currency} and in ${currency}.`);
    this.#currency = currency;
    this.#draft.currency = currency;
  }

  entry(field: Field): void {
    this.#flush();
    const { currency } = accountAndCurrency(this.account, this.#currency);
    if (currency === null) throw new BankFileError('The currency of the account is missing.');
    this.#draft.currency = currency;
    const entry = parseEntry(field.lines);
    if (entry.warning !== null) this.#warn(`, line ${field.lineNumber}: ${entry.warning}`);
    this.#pending = { entry, text: [], names: [] };
  }

  /** Accepts a field 86, which describes the previous movement. After a balance, the field describes the statement. */
  describe(lines: readonly string[]): void {
    this.#append(this.#pending?.text, lines);
  }

  nameService(lines: readonly string[]): void {
    this.#append(this.#pending?.names, lines);
  }

  finish(needsBalances: boolean): void {
    this.#flush();
    const { account, currency } = accountAndCurrency(this.account, this.#currency);
    this.#draft.account = account;
    this.#draft.currency = currency;
    this.#draft.sequence = this.sequence;
    if (needsBalances && !this.#opening) this.#warn(': there is no opening balance.');
    if (needsBalances && !this.#closing) this.#warn(': there is no closing balance. The file may be incomplete.');
    this.#draft.finish();
  }

  #append(kept: string[] | undefined, lines: readonly string[]): void {
    for (const line of lines) if (kept && kept.length < MAXIMUM_LINES) kept.push(line);
  }

  #warn(text: string): void {
    this.#output.warn(`Statement "${this.reference}"${text}`);
  }

  /** Emits the movement after its description is complete. */
  #flush(): void {
    const pending = this.#pending;
    this.#pending = null;
    if (!pending || pending.entry.expected) return;
    const { entry, text, names } = pending;
    const isCredit = entry.amount.units >= 0n;
    const hasNames = names.length > 0 && text.length === 0;
    const description = hasNames ? nameService(names) : describe(text, { entry, isCredit, bank: this.#bank });
    this.#draft.add(lineOf(entry, description));
  }
}

function lineOf(entry: Entry, description: Description) {
  const { counterparty, counterparty_account, remittance, structured_reference, end_to_end_id, kind } = description;
  // A supplement such as /OCMT/EUR11,85/ describes the amount. Rabobank writes the other account into the supplement.
  const isText = !entry.supplement?.startsWith('/') && entry.supplement !== entry.counterpartyAccount;
  return {
    booked: entry.booked,
    value: entry.value,
    amount: entry.amount,
    counterparty: counterparty ?? entry.counterparty,
    counterparty_account: counterparty_account ?? entry.counterpartyAccount,
    remittance: remittance || (isText ? entry.supplement : null),
    structured_reference: structured_reference ?? null,
    end_to_end_id: end_to_end_id === undefined ? entry.reference : end_to_end_id,
    bank_reference: entry.bankReference,
    batch_id: description.batch_id ?? null,
    reversal: entry.reversal,
    return_reason: description.return_reason ?? (entry.type === 'NRTI' ? returnReasonIn(remittance ?? '') : null),
    code: [entry.type, kind].filter(Boolean).join('-') || null,
  };
}

/** Returns the account without blanks and without the currency that some banks append to the account. */
function accountAndCurrency(text: string | null, currency: string | null) {
  const whole = text?.replace(/\s/g, '').replace(/^\//, '') ?? '';
  if (whole === '') return { account: null, currency };
  const [, number, appended] = /^(.*\d)\/?([A-Z]{3})$/.exec(whole) ?? [];
  const isCurrency = appended !== undefined && (appended === currency || (currency === null && isKnown(appended)));
  if (number === undefined || !isCurrency) return { account: whole, currency };
  return { account: number, currency: appended };
}

const isKnown = (currency: string): boolean => Intl.supportedValuesOf('currency').includes(currency);
