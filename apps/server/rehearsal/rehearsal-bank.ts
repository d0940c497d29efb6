import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkFile, writePain002, type StatementLine } from '@florin/bank-files';
import { add, amountOf, negate, parseAmount, toDecimal, type Amount, type FiatCode } from '@florin/money';
import type { OperatorAccount, ReportedLine } from '../src/providers/bank/bank.ts';
import { simulatedBank } from '../src/providers/bank/simulated.ts';

/** A payment that Florin asks for. */
export type AskedPayment = {
  /** The end-to-end id. */
  readonly id: string;
  readonly amount: Amount<FiatCode>;
  readonly receiver: string;
  readonly receiverAccount: string;
  state: 'asked' | 'paid' | 'rejected' | 'sent back';
};

export type PaymentFile = { readonly name: string; readonly account: string; readonly payments: AskedPayment[] };

export type Transfer = {
  readonly account: string;
  /** A decimal above zero. */
  readonly amount: string;
  readonly payer: string;
  readonly payerAccount: string;
  readonly text: string;
};

type Book = { readonly account: OperatorAccount; balance: Amount<FiatCode>; statements: number };

/** The bank refuses the customer's request. The message is for the page. */
export class BankRefusal extends Error {}

/**
 * The opening balance of each account, in the smallest unit. The balance covers the bank's charges, so members lose
 * nothing.
 */
const ownFunds = 100_00n;

/**
 * A bank that talks with Florin by files only: it reads payment files from `outbox` and writes statements and statuses
 * to `inbox`. Each movement is on a separate statement, without waiting for the end of a day.
 */
export class RehearsalBank {
  readonly #folder: string;
  readonly #books: ReadonlyMap<string, Book>;
  readonly #files = new Map<string, PaymentFile>();
  #number = 0;

  constructor(folder: string, accounts: readonly OperatorAccount[]) {
    this.#folder = folder;
    this.#books = new Map(
      accounts.map((account) => [
        account.id,
        { account, balance: amountOf(account.currency, ownFunds), statements: 0 },
      ]),
    );
  }

  get books(): readonly Readonly<Book>[] {
    return [...this.#books.values()];
  }

  get files(): readonly PaymentFile[] {
    return [...this.#files.values()];
  }

  /** A payer pays to one of Florin's accounts. */
  async receive({ account, amount, payer, payerAccount, text }: Transfer): Promise<void> {
    const { currency } = this.#bookOf(account).account;
    await this.#report(account, [
      {
        amount: toDecimal(amountFrom(currency, amount)),
        counterparty: payer || 'Unknown',
        ...(payerAccount ? { counterpartyAccount: payerAccount.replace(/\s/g, '') } : {}),
        remittance: text,
        id: this.#nextId(),
        code: 'PMNT-RCDT-ESCT',
      },
    ]);
  }

  /** The bank charges for its work. */
  async charge(account: string, amount: string): Promise<void> {
    const { currency, bank } = this.#bookOf(account).account;
    const charged = toDecimal(negate(amountFrom(currency, amount)));
    const remittance = 'Charges for this account';
    await this.#report(account, [
      { amount: charged, counterparty: bank, remittance, id: this.#nextId(), code: 'ACMT-MDOP-CHRG' },
    ]);
  }

  /** Takes the new payment files in `outbox`. */
  async readOutbox(): Promise<void> {
    const outbox = path.join(this.#folder, 'outbox');
    const names: string[] = await readdir(outbox).catch(() => []);
    for (const name of names.toSorted())
      if (!this.#files.has(name) && !/^\.|\.(?:part|tmp)$/.test(name))
        this.#files.set(name, await this.#readPayments(name, path.join(outbox, name)));
  }

  /** Pays the payments of a file that were not rejected. */
  async pay(name: string): Promise<void> {
    const file = this.#fileOf(name);
    const asked = file.payments.filter(({ state }) => state === 'asked');
    if (asked.length === 0) throw new BankRefusal('Nothing in this file waits to be paid.');
    await this.#report(
      file.account,
      asked.map((payment) => this.#lineOf(payment, negate(payment.amount), 'PMNT-ICDT-ESCT')),
    );
    for (const payment of asked) payment.state = 'paid';
  }

  /** Writes a status file (pain.002) that rejects a payment. */
  async reject(name: string, id: string, reason: string): Promise<void> {
    const payment = this.#paymentOf(name, id);
    if (payment.state !== 'asked') throw new BankRefusal('This payment does not wait to be paid.');
    const status = writePain002({
      id: this.#nextId(),
      created: now(),
      originalId: name,
      group: { status: null },
      payments: [{ id: name, status: null, transactions: [{ id, status: 'RJCT', reason_code: reason }] }],
    });
    await this.#write('status', status);
    payment.state = 'rejected';
  }

  /** The receiver's bank sends a paid amount back. */
  async sendBack(name: string, id: string, reason: string): Promise<void> {
    const payment = this.#paymentOf(name, id);
    if (payment.state !== 'paid') throw new BankRefusal('Only a paid payment can be sent back.');
    const line = this.#lineOf(payment, payment.amount, 'PMNT-ICDT-RRTN');
    await this.#report(this.#fileOf(name).account, [{ ...line, returnReason: reason }]);
    payment.state = 'sent back';
  }

  #lineOf({ id, receiver, receiverAccount }: AskedPayment, amount: Amount<FiatCode>, code: string): ReportedLine {
    return {
      amount: toDecimal(amount),
      counterparty: receiver,
      counterpartyAccount: receiverAccount,
      endToEndId: id,
      id: this.#nextId(),
      code,
    };
  }

  /** Books lines, and writes a statement with these lines. */
  async #report(accountId: string, lines: readonly ReportedLine[]): Promise<void> {
    const book = this.#bookOf(accountId);
    const { account } = book;
    const opening = book.balance;
    const closing = lines.reduce((sum, { amount }) => add(sum, signed(account.currency, amount)), opening);
    [book.balance, book.statements] = [closing, book.statements + 1];
    const statement = simulatedBank.statementOf({
      account,
      id: `${account.id}-${book.statements}`,
      sequence: String(book.statements),
      opening: toDecimal(opening),
      closing: toDecimal(closing),
      lines,
      at: new Date(),
    });
    await this.#write(`${account.id}-${book.statements}`, statement);
  }

  /** Renames a complete file into place. */
  async #write(name: string, content: Iterable<string>): Promise<void> {
    const inbox = path.join(this.#folder, 'inbox');
    await mkdir(inbox, { recursive: true });
    const file = path.join(inbox, `${name}-${this.#nextId()}.xml`);
    await writeFile(`${file}.part`, [...content].join(''));
    await rename(`${file}.part`, file);
  }

  async #readPayments(name: string, file: string): Promise<PaymentFile> {
    const [read] = checkFile(name, [await readFile(file)]);
    const [statement] = read?.statements ?? [];
    if (!read || read.error !== undefined || !statement)
      throw new BankRefusal(`${name}: ${read?.error ?? 'the file has no payments'}`);
    // A NACHA file names the company in place of its account.
    const account = this.books.find(({ account: { iban, account_number, nacha } }) =>
      [iban, account_number, nacha?.company_id].some(
        (own) => own !== undefined && bare(own) === bare(statement.account ?? ''),
      ),
    );
    if (!account) throw new BankRefusal(`${name}: ${statement.account} is not an account of this customer.`);
    const { id, currency } = account.account;
    return { name, account: id, payments: statement.lines.map((line) => askedPayment(currency, line)) };
  }

  #bookOf(account: string): Book {
    return this.#books.get(account) ?? refuse(`There is no account ${account}.`);
  }

  #fileOf(name: string): PaymentFile {
    return this.#files.get(name) ?? refuse(`There is no file ${name}.`);
  }

  #paymentOf(name: string, id: string): AskedPayment {
    return this.#fileOf(name).payments.find((payment) => payment.id === id) ?? refuse(`There is no payment ${id}.`);
  }

  #nextId(): string {
    this.#number += 1;
    return `PRETENDED${String(this.#number).padStart(6, '0')}`;
  }
}

function askedPayment(currency: FiatCode, line: StatementLine): AskedPayment {
  return {
    id: line.end_to_end_id ?? '',
    amount: signed(currency, line.amount.replace('-', '')), // in NACHA positive, for the receiver
    receiver: line.counterparty ?? '',
    receiverAccount: line.counterparty_account ?? '',
    state: 'asked',
  };
}

function amountFrom(currency: FiatCode, text: string): Amount<FiatCode> {
  const parsed = parseAmount(currency, text.trim().replace(',', '.'));
  return parsed.amount ?? refuse(`${text} is not an amount of ${currency}.`);
}

/** Reads a signed decimal from a file. */
const signed = (currency: FiatCode, text: string): Amount<FiatCode> =>
  text.startsWith('-') ? negate(amountFrom(currency, text.slice(1))) : amountFrom(currency, text);

const bare = (text: string) => text.replace(/\W/g, '').toUpperCase();
const now = () => `${new Date().toISOString().slice(0, 19)}Z`;

function refuse(sentence: string): never {
  throw new BankRefusal(sentence);
}
