import { createHash } from 'node:crypto';
import {
  BankFileError,
  BankFileReader,
  type BankFileEvent,
  type StatementHead,
  type StatementLine,
} from '@florin/bank-files';
import type { PoolClient } from 'pg';
import { numberArray, textArray } from '../../platform/database/array-literal.ts';
import { pace } from '../../platform/pace.ts';
import type { FindDeposits, FoundDeposit, ReadLine } from './deposits-while-reading.ts';

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
  /** The number of payments that the file reports on. A file that names no payment reports on whole batches. */
  readonly reported: number;
  /** The entries of NACHA files, which are no lines of a statement. */
  readonly nachaEntries: readonly StatementLine[];
};

type GivenFile = {
  readonly name: string;
  readonly pieces: AsyncIterable<Uint8Array>;
  readonly findDeposits: FindDeposits;
};

const atOnce = 1_000;

/** The speed of reading a file while members use this node. A file of 100 MB then takes ten seconds. */
const bytesPerSecond = 10_000_000;

/** Reads a bank file once, and puts its lines into a temporary table. Errors: `BankFileError`. */
export async function stageFile(tx: PoolClient, { name, pieces, findDeposits }: GivenFile): Promise<StagedFile> {
  await tx.query(
    `create temporary table staged_lines (
       n integer generated always as identity, statement integer, booked date, value date, amount numeric, currency text,
       counterparty text, counterparty_account text, remittance text, payment_reference text, end_to_end_id text,
       bank_reference text, batch_reference text, batch_id text, reversal boolean, return_reason text, code text, charges numeric,
       deposit_of uuid, deposit_on text
     ) on commit drop`,
  );
  // Sorting the lines of a large file in memory takes less time than in files.
  await tx.query(`set local work_mem = '64MB'`);
  const reader = new BankFileReader(name);
  const sha256 = createHash('sha256');
  const staged = new Staged();
  let bytes = 0;
  const take = async (events: readonly BankFileEvent[], least: number) => {
    for (const event of events) staged.take(event);
    if (staged.waiting.length < least) return;
    const lines = staged.waiting.splice(0);
    await insertLines(tx, lines, await findDeposits(lines));
  };
  const next = pace(bytesPerSecond);
  for await (const piece of pieces) {
    await next(piece.length);
    sha256.update(piece);
    bytes += piece.length;
    await take(reader.write(piece), atOnce);
  }
  await take(reader.end(), 1);
  return { ...staged.result(), sha256: sha256.digest(), bytes };
}

async function insertLines(
  tx: PoolClient,
  lines: readonly ReadLine[],
  deposits: readonly (FoundDeposit | undefined)[],
): Promise<void> {
  const column = (of: (line: StatementLine) => string | null) => textArray(lines.map(({ line }) => of(line)));
  await tx.query(
    `insert into staged_lines (statement, booked, value, amount, currency, counterparty, counterparty_account,
       remittance, payment_reference, end_to_end_id, bank_reference, batch_reference, batch_id, reversal,
       return_reason, code, charges, deposit_of, deposit_on)
     select * from unnest($1::int[], $2::date[], $3::date[], $4::numeric[], $5::text[], $6::text[], $7::text[],
       $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::boolean[],
       $15::text[], $16::text[], $17::numeric[], $18::uuid[], $19::text[])`,
    [
      numberArray(lines.map(({ statement }) => statement)),
      column(({ booked }) => booked),
      column(({ value }) => value),
      column(({ amount }) => amount),
      column(({ currency }) => currency),
      column(({ counterparty }) => counterparty),
      column(({ counterparty_account }) => counterparty_account),
      column(({ remittance }) => remittance),
      column(({ payment_reference }) => payment_reference),
      column(({ end_to_end_id }) => end_to_end_id),
      column(({ bank_reference }) => bank_reference),
      column(({ batch_reference }) => batch_reference),
      column(({ batch_id }) => batch_id),
      column(({ reversal }) => String(reversal)),
      column(({ return_reason }) => return_reason),
      column(({ code }) => code),
      column(({ charges }) => charges),
      textArray(lines.map((_, index) => deposits[index]?.userId ?? null)),
      textArray(lines.map((_, index) => deposits[index]?.account ?? null)),
    ],
  );
}

const isReturn = ({ return_reason }: StatementLine): boolean => return_reason !== null;

/** Collects the content of a file. Numbers the statements of all files in a ZIP file. */
class Staged {
  /** The lines that are not in the table yet. */
  readonly waiting: ReadLine[] = [];
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
        this.waiting.push({ statement, account: event.account, line: event.line });
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
