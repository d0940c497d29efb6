import type { BankFileEvent, BankFileFormat, ChangeNotice, PaymentStatus, StatementLine } from './bank-file.ts';
import { add, equals, fits, toText, zero, type Decimal } from './decimal.ts';
import { paymentReferenceIn } from './payment-reference.ts';

/**
 * Reads the text of one format, in pieces that may end anywhere. Both methods throw a `BankFileError` for an invalid
 * file.
 */
export type FormatReader = {
  readonly write: (text: string) => void;
  readonly end: () => void;
};

/** A line from a format's reader. Missing fields are null. */
export type LineDraft = Partial<Omit<StatementLine, 'amount' | 'charges' | 'payment_reference'>> & {
  /** Positive if the account receives money. */
  readonly amount: Decimal;
  readonly charges?: Decimal | null;
  /** The structured creditor reference of the file, valid or not. */
  readonly structured_reference?: string | null;
};

const MAXIMUM_WARNINGS = 1_000;
const MAXIMUM_TEXT = 2_000;

/** Collects the content of a file. Counts the statements and checks the sum of each statement. */
export class Output {
  readonly #emit: (event: BankFileEvent) => void;
  #statements = 0;
  #warnings = 0;

  constructor(emit: (event: BankFileEvent) => void) {
    this.#emit = emit;
  }

  file(file: string, format: BankFileFormat): void {
    this.#statements = 0;
    this.#warnings = 0;
    this.#emit({ kind: 'file', file, format });
  }

  statement(): StatementDraft {
    return new StatementDraft(this.#statements++, this.#emit, (text) => this.warn(text));
  }

  status(status: PaymentStatus): void {
    this.#emit({ kind: 'status', status });
  }

  notice(notice: ChangeNotice, individualId: string | null): void {
    this.#emit({ kind: 'notice', notice, individualId: provided(individualId) });
  }

  /** Reports a warning for the operator about a readable file. */
  warn(text: string): void {
    this.#warnings += 1;
    if (this.#warnings < MAXIMUM_WARNINGS) this.#emit({ kind: 'warning', warning: text });
    if (this.#warnings === MAXIMUM_WARNINGS) this.#emit({ kind: 'warning', warning: 'More warnings are left out.' });
  }
}

/** A statement during reading. Set the statement's fields in any order, add its lines, then call `finish` once. */
export class StatementDraft {
  account: string | null = null;
  currency: string | null = null;
  sequence: string | null = null;
  from: string | null = null;
  to: string | null = null;
  opening: Decimal | null = null;
  closing: Decimal | null = null;
  /** Whether a line or a balance is not in the account's currency. The statement then does not add up. */
  hasOtherCurrency = false;
  /** The number of earlier statements in the file. */
  readonly index: number;
  readonly #emit: (event: BankFileEvent) => void;
  readonly #warn: (text: string) => void;
  #sum = zero;
  #count = 0;

  constructor(index: number, emit: (event: BankFileEvent) => void, warn: (text: string) => void) {
    this.index = index;
    this.#emit = emit;
    this.#warn = warn;
  }

  add({ structured_reference, ...draft }: LineDraft): void {
    this.#count += 1;
    this.#sum = add(this.#sum, draft.amount);
    const currency = draft.currency ?? this.currency ?? '';
    this.#check(draft.amount, currency);
    const remittance = shortened(draft.remittance);
    const line: StatementLine = {
      booked: draft.booked ?? null,
      value: draft.value ?? null,
      amount: toText(draft.amount, currency),
      currency,
      counterparty: shortened(draft.counterparty),
      counterparty_account: shortened(draft.counterparty_account),
      remittance,
      payment_reference: paymentReferenceIn(structured_reference ?? null, remittance),
      end_to_end_id: provided(draft.end_to_end_id),
      bank_reference: provided(draft.bank_reference),
      batch_reference: provided(draft.batch_reference),
      batch_id: provided(draft.batch_id),
      reversal: draft.reversal ?? false,
      return_reason: shortened(draft.return_reason),
      code: shortened(draft.code),
      charges: draft.charges ? toText(draft.charges, currency) : null,
    };
    this.#emit({ kind: 'line', statement: this.index, account: this.account, line });
  }

  finish(): void {
    const { account, currency, sequence, from, to, opening, closing } = this;
    const textOf = (balance: Decimal | null) => (balance === null ? null : toText(balance, currency ?? ''));
    const adds_up =
      opening === null || closing === null ? null : !this.hasOtherCurrency && equals(add(opening, this.#sum), closing);
    const balances = { opening: textOf(opening), closing: textOf(closing), adds_up };
    this.#emit({
      kind: 'statement',
      statement: this.index,
      head: { account, currency, sequence, from, to, ...balances },
    });
  }

  #check(amount: Decimal, currency: string): void {
    const where = `Statement ${this.index + 1}, line ${this.#count}`;
    if (!fits(amount, currency)) this.#warn(`${where} has more decimals than ${currency} has.`);
    if (this.currency === null || currency === this.currency) return;
    this.hasOtherCurrency = true;
    this.#warn(`${where} is in ${currency}, but the account is in ${this.currency}.`);
  }
}

const placeholders = /^(?:NOT ?PROVIDED|NONREF|NOTAVAILABLE|-+|0+)?$/i;

/** Returns whether an id is a placeholder for a missing id. */
export const isPlaceholder = (id: string): boolean => placeholders.test(id.trim());

function provided(id: string | null | undefined): string | null {
  const text = shortened(id);
  return text === null || isPlaceholder(text) ? null : text;
}

/** Removes surplus blanks, and cuts texts beyond the maximum length of all formats. */
function shortened(text: string | null | undefined): string | null {
  const trimmed = text?.replace(/\s+/g, ' ').trim() ?? '';
  return trimmed === '' ? null : trimmed.slice(0, MAXIMUM_TEXT);
}
