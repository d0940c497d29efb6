import { BankFileError, type BankFileFormat } from '../bank-file.ts';
import type { Output, StatementDraft } from '../output.ts';
import { balanceOf, openingAndClosing, type Balance } from './balances.ts';
import type { Owner } from './counterparty.ts';
import { detailOf, type Detail } from './detail.ts';
import type { XmlElement } from './elements.ts';
import { bookedAmountOf, linesOf, statusOf } from './entry.ts';
import { accountNumberOf, nameOf, possibleDateOf } from './values.ts';

const knownStatuses: ReadonlySet<string> = new Set(['BOOK', 'PDNG', 'INFO', 'FUTR']);
/** This limit exceeds a bank's balances for each day of a year. */
const MAXIMUM_BALANCES = 5_000;
const MAXIMUM_NAME = 500;

/** Reads the parts of one statement. */
export class StatementReader {
  readonly #draft: StatementDraft;
  readonly #output: Output;
  readonly #format: BankFileFormat;
  readonly #name: string;
  readonly #balances: Balance[] = [];
  #owner: Owner = { account: null, name: null };
  #legalSequence: string | null = null;
  #details: Detail[] = [];
  #entries = 0;

  constructor(output: Output, format: BankFileFormat) {
    this.#output = output;
    this.#format = format;
    this.#draft = output.statement();
    this.#name = `Statement ${this.#draft.index + 1}`;
  }

  opened({ name }: XmlElement): void {
    if (name !== 'Ntry') return;
    this.#entries += 1;
    this.#details = [];
  }

  closed(part: XmlElement): void {
    if (part.name === 'TxDtls') this.#inEntry(() => this.#details.push(detailOf(part)));
    else if (part.name === 'Ntry') this.#inEntry(() => this.#takeEntry(part));
    else within(this.#name, () => this.#takeHead(part));
  }

  finish(): void {
    const draft = this.#draft;
    draft.sequence ??= this.#legalSequence;
    const { opening, closing } = openingAndClosing(this.#balances);
    draft.opening = opening?.amount ?? null;
    draft.closing = closing?.amount ?? null;
    draft.from ??= opening?.date ?? null;
    draft.to ??= closing?.date ?? null;
    draft.currency ??= this.#currencyOfBalances();
    for (const balance of [opening, closing]) this.#checkCurrency(balance);
    if (draft.account === null) this.#warn('has no account.');
    draft.finish();
  }

  #takeHead(part: XmlElement): void {
    const draft = this.#draft;
    switch (part.name) {
      case 'Acct':
        this.#takeAccount(part);
        break;
      case 'ElctrncSeqNb':
        draft.sequence ??= part.text();
        break;
      case 'LglSeqNb':
        this.#legalSequence ??= part.text();
        break;
      case 'FrToDt':
        draft.from = this.#dateOf(part.at('FrDtTm') ?? part.at('FrDt'));
        draft.to = this.#dateOf(part.at('ToDtTm') ?? part.at('ToDt'));
        break;
      case 'Bal':
        this.#takeBalance(part);
    }
  }

  #takeAccount(account: XmlElement): void {
    this.#draft.account = accountNumberOf(account);
    this.#draft.currency = account.textAt('Ccy')?.toUpperCase() ?? this.#draft.currency;
    const name = nameOf(account.at('Ownr')) ?? account.textAt('Nm');
    // The texts are cut, because each returned payment is compared with the owner.
    this.#owner = {
      account: this.#draft.account?.slice(0, MAXIMUM_NAME) ?? null,
      name: name?.slice(0, MAXIMUM_NAME) ?? null,
    };
  }

  #takeBalance(element: XmlElement): void {
    const balance = balanceOf(element, (text) => this.#output.warn(`${this.#name}: ${text}`));
    if (balance !== null) this.#balances.push(balance);
    if (this.#balances.length > MAXIMUM_BALANCES) throw new BankFileError('There are too many balances.');
  }

  #takeEntry(entry: XmlElement): void {
    if (!this.#isBooked(entry)) return;
    const booked = bookedAmountOf(entry, this.#draft.currency ?? this.#currencyOfBalances());
    if (booked.currency === null) throw new BankFileError('The currency (Ccy) is missing.');
    this.#draft.currency ??= this.#currencyOfBalances() ?? booked.currency;
    for (const line of linesOf(entry, booked, this.#details, this.#owner)) this.#draft.add(line);
  }

  /** Pending, expected and informational entries are not lines. */
  #isBooked(entry: XmlElement): boolean {
    const status = statusOf(entry);
    if (status === null && this.#format !== 'camt.054')
      this.#warn(`entry ${this.#entries} has no status (Sts). It was read as booked.`);
    if (status !== null && !knownStatuses.has(status))
      this.#warn(`entry ${this.#entries} has the unknown status "${status.slice(0, 40)}". It was left out.`);
    return status === null || status === 'BOOK';
  }

  #currencyOfBalances(): string | null {
    const { opening, closing } = openingAndClosing(this.#balances);
    return opening?.currency ?? closing?.currency ?? null;
  }

  #checkCurrency(balance: Balance | null): void {
    const { currency } = this.#draft;
    if (balance === null || balance.currency === null || balance.currency === currency) return;
    this.#draft.hasOtherCurrency = true;
    this.#warn(`the balance ${balance.type} is in ${balance.currency}, but the account is in ${currency}.`);
  }

  #dateOf(element: XmlElement | null): string | null {
    return possibleDateOf(element, (text) => this.#warn(text));
  }

  #warn(text: string): void {
    this.#output.warn(`${this.#name}${text.startsWith('has ') ? ' ' : ': '}${text}`);
  }

  #inEntry(action: () => void): void {
    within(`${this.#name}, entry ${this.#entries}`, action);
  }
}

/** Adds the place to an error. */
function within(place: string, action: () => void): void {
  try {
    action();
  } catch (error) {
    if (!(error instanceof BankFileError)) throw error;
    throw new BankFileError(`${place}: ${error.message}`);
  }
}
