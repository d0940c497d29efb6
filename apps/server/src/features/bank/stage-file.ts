import { createHash } from 'node:crypto';
import {
  BankFileError,
  BankFileReader,
  type BankFileEvent,
  type StatementHead,
  type StatementLine,
} from '@florin/bank-files';
import type { PoolClient } from 'pg';

/**
 * The content of a file besides its lines, which are in the temporary table `staged_lines` until the transaction ends.
 */
export type StagedFile = {
  readonly sha256: Buffer;
  readonly bytes: number;
  readonly format: string;
  readonly statements: readonly StatementHead[];
  /** The number of lines in each statement. */
  readonly lines: readonly number[];
  readonly warnings: readonly string[];
  /** Statuses of payments, and changed accounts of payees. */
  readonly others: readonly BankFileEvent[];
  /** How many payments the file reports on. It is about whole batches if it names no payment. */
  readonly reported: number;
  /** The entries of NACHA files. They are no lines of a statement. */
  readonly nachaEntries: readonly StatementLine[];
};

type StagedLine = StatementLine & { readonly statement: number };

const atOnce = 1_000;

/** Reads a bank file once, and puts its lines into a temporary table. Errors: `BankFileError`. */
export async function stageFile(tx: PoolClient, name: string, pieces: AsyncIterable<Uint8Array>): Promise<StagedFile> {
  await tx.query(
    `create temporary table staged_lines (
       n integer generated always as identity, statement integer, booked date, value date, amount numeric, currency text,
       counterparty text, counterparty_account text, remittance text, payment_reference text, end_to_end_id text,
       bank_reference text, batch_reference text, batch_id text, reversal boolean, return_reason text, code text
     ) on commit drop`,
  );
  const reader = new BankFileReader(name);
  const sha256 = createHash('sha256');
  const staged = new Staged();
  let bytes = 0;
  const take = async (events: readonly BankFileEvent[], least: number) => {
    for (const event of events) staged.take(event);
    if (staged.waiting.length >= least) await insertLines(tx, staged.waiting.splice(0));
  };
  for await (const piece of pieces) {
    sha256.update(piece);
    bytes += piece.length;
    await take(reader.write(piece), atOnce);
  }
  await take(reader.end(), 1);
  return { ...staged.result(), sha256: sha256.digest(), bytes };
}

async function insertLines(tx: PoolClient, lines: readonly StagedLine[]): Promise<void> {
  await tx.query(
    `insert into staged_lines (statement, booked, value, amount, currency, counterparty, counterparty_account,
       remittance, payment_reference, end_to_end_id, bank_reference, batch_reference, batch_id, reversal,
       return_reason, code)
     select statement, booked, value, amount, currency, counterparty, counterparty_account,
       remittance, payment_reference, end_to_end_id, bank_reference, batch_reference, batch_id, reversal,
       return_reason, code
     from json_populate_recordset(null::staged_lines, $1)`,
    [JSON.stringify(lines)],
  );
}

const isReturn = ({ return_reason }: StatementLine): boolean => return_reason !== null;

/** Collects the content of a file. Numbers the statements of all files in a ZIP file. */
class Staged {
  /** Lines that are not in the table yet. */
  readonly waiting: StagedLine[] = [];
  readonly #others: BankFileEvent[] = [];
  readonly #warnings: string[] = [];
  readonly #statements: StatementHead[] = [];
  readonly #lines: number[] = [];
  readonly #nachaEntries: StatementLine[] = [];
  readonly #formats = new Set<string>();
  #inEarlierFiles = 0;
  #isNacha = false;

  take(event: BankFileEvent): void {
    switch (event.kind) {
      case 'file':
        if (event.format === 'pain.001')
          throw new BankFileError(`${event.file} has payments for a bank to make. It is not a statement.`);
        this.#inEarlierFiles = this.#statements.length;
        this.#isNacha = event.format === 'NACHA';
        this.#formats.add(event.format);
        break;
      case 'line': {
        if (this.#isNacha) {
          this.#nachaEntries.push(event.line);
          break;
        }
        const statement = this.#inEarlierFiles + event.statement;
        this.#lines[statement] = (this.#lines[statement] ?? 0) + 1;
        this.waiting.push({ statement, ...event.line });
        break;
      }
      case 'statement':
        if (!this.#isNacha) this.#statements[this.#inEarlierFiles + event.statement] = event.head;
        break;
      case 'warning':
        this.#warnings.push(event.warning);
        break;
      case 'status':
      case 'notice':
        this.#others.push(event);
    }
  }

  #reported(): number {
    const statuses = this.#others.filter((event) => event.kind === 'status');
    const payments = statuses.filter(({ status: { level } }) => level === 'transaction');
    const notices = this.#others.filter(({ kind }) => kind === 'notice');
    const returns = this.#nachaEntries.filter(isReturn);
    return (payments.length === 0 ? statuses : payments).length + notices.length + returns.length;
  }

  /** Throws for a NACHA file with payments only, such as one that Florin wrote. */
  result(): Omit<StagedFile, 'sha256' | 'bytes'> {
    const hasNotices = this.#others.some(({ kind }) => kind === 'notice');
    if (this.#nachaEntries.length > 0 && !this.#nachaEntries.some(isReturn) && !hasNotices)
      throw new BankFileError('The file has payments, but no returns and no notifications of change.');
    return {
      format: [...this.#formats].join(', '),
      statements: this.#statements,
      lines: this.#statements.map((_, index) => this.#lines[index] ?? 0),
      warnings: this.#warnings,
      others: this.#others,
      reported: this.#reported(),
      nachaEntries: this.#nachaEntries,
    };
  }
}
