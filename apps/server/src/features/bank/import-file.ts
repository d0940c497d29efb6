import { BankFileError } from '@florin/bank-files';
import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { acceptStatement, type AcceptedStatement } from './accept-statement.ts';
import { BankFileProblem } from './bank-file-problem.ts';
import type { OperatorAccount } from '../../providers/bank/bank.ts';
import { depositsWhileReading } from './deposits-while-reading.ts';
import type { Rules } from './match-lines.ts';
import { droppedWarning } from './dropped-lines.ts';
import { accountNamed } from './operator-account.ts';
import { recordRejections } from './payouts/record-rejections.ts';
import { recordChanges, recordReturns } from './payouts/record-returns.ts';
import { stageFile, type StagedFile } from './stage-file.ts';

export type BankFile = {
  readonly name: string;
  /** Opens the file from its start. A repeated transaction opens the file again. */
  readonly open: () => AsyncIterable<Uint8Array>;
  /** The operator who uploaded the file. Undefined for the inbox and the command line. */
  readonly importedBy?: string | undefined;
  /** The statement's number may be higher than the next number. */
  readonly acceptsGap?: boolean;
};

export type ImportDependencies = {
  readonly pool: Pool;
  readonly accounts: readonly OperatorAccount[];
  /** Without these rules, `bookLines` finds the deposits later. */
  readonly rules?: Rules | undefined;
};

export type ImportReport = {
  readonly name: string;
  readonly sha256: string;
  /** True if the same file was imported before. The import then changed nothing. */
  readonly known: boolean;
  readonly statements: readonly AcceptedStatement[];
  /** Payments that a status file or a NACHA file reports on. */
  readonly reported: number;
  /** Payouts that a status file rejects or a NACHA file returns. */
  readonly rejected: number;
  /** Changed accounts of payees. */
  readonly changes: number;
  readonly warnings: readonly string[];
};

/**
 * Reads, checks and accepts the statements of a bank file, all or none. The new lines then wait for `bookLines`.
 * Several nodes may import the same file at the same time: the file takes effect once.
 *
 * Errors: `BankFileProblem` for a file that cannot be read or does not match the earlier imports.
 */
export async function importBankFile(
  { pool, accounts, rules }: ImportDependencies,
  file: BankFile,
): Promise<ImportReport> {
  try {
    return await transact(pool, (tx) => importWithin(tx, { accounts, rules }, file));
  } catch (error) {
    if (error instanceof BankFileError) throw new BankFileProblem(error.message);
    throw error;
  }
}

async function importWithin(tx: PoolClient, { accounts, rules }: Omit<ImportDependencies, 'pool'>, file: BankFile) {
  const findDeposits = rules ? depositsWhileReading(tx, accounts, rules) : async () => [];
  const staged = await stageFile(tx, { name: file.name, pieces: file.open(), findDeposits });
  const named = staged.statements.map(({ account, currency }) => ownAccount(accounts, account, currency));
  await lockAccounts(tx, named);
  const report = { name: file.name, sha256: staged.sha256.toString('hex'), warnings: staged.warnings };
  const fileId = await keepFile(tx, file, staged);
  if (fileId === undefined) return { ...report, known: true, statements: [], reported: 0, rejected: 0, changes: 0 };
  const rejected = await recordRejections(tx, staged.others);
  const returned = await recordReturns(tx, staged.nachaEntries);
  const changes = await recordChanges(tx, staged.others);
  const statements: AcceptedStatement[] = [];
  const warnings: string[] = [...staged.warnings];
  for (const index of inOrder(staged)) {
    const [account, head] = [named[index], staged.statements[index]];
    if (!account || !head) throw new Error('a statement has no account');
    const given = { fileId, index, account, head, format: staged.format, acceptsGap: file.acceptsGap ?? false };
    const statement = await acceptStatement(tx, { ...given, lines: staged.lines[index] ?? 0 });
    statements.push(statement);
    warnings.push(...waitingWarning(statement), ...statement.dropped.map(droppedWarning(account.currency)));
  }
  return {
    ...report,
    known: false,
    statements,
    reported: staged.reported,
    rejected: rejected.count + returned.count,
    changes: changes.count,
    warnings: [...warnings, ...rejected.warnings, ...returned.warnings, ...changes.warnings],
  };
}

function waitingWarning({ account, waiting }: AcceptedStatement): readonly string[] {
  if (waiting === 0) return [];
  const subject = waiting === 1 ? '1 line of' : `${waiting} lines of`;
  const rest = 'in an earlier file, because the bank gave no booking date. The next statement decides.';
  return [`${subject} ${account} may already be ${rest}`];
}

function ownAccount(accounts: readonly OperatorAccount[], name: string | null, currency: string | null) {
  const account = accountNamed(accounts, name ?? '');
  if (!account) throw new BankFileProblem(`The account ${name ?? '(without a number)'} is not in FLORIN_CONFIG.`);
  if (currency !== null && currency !== account.currency)
    throw new BankFileProblem(
      `The account ${account.id} is in ${account.currency}, but the statement is in ${currency}.`,
    );
  return account;
}

/** Locks the accounts in the order of their ids, so that two imports cannot wait for each other. */
async function lockAccounts(tx: PoolClient, accounts: readonly OperatorAccount[]): Promise<void> {
  await tx.query('select from operator_accounts where id = any ($1) order by id for update', [
    accounts.map(({ id }) => id),
  ]);
}

/** Returns the new file's id, or undefined if the same bytes were imported before. */
async function keepFile(
  tx: PoolClient,
  { name, importedBy }: BankFile,
  { sha256, format, bytes, reported }: StagedFile,
) {
  const { rows } = await tx.query<{ id: string }>(
    `insert into bank_files (id, sha256, name, format, bytes, imported_by, reported)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (sha256) do nothing returning id`,
    [uuidv7(), sha256, name, format, bytes, importedBy ?? null, reported],
  );
  return rows[0]?.id;
}

/** Returns the positions of the statements from the oldest to the newest. Banks also write the newest first. */
function inOrder({ statements }: StagedFile): readonly number[] {
  const dayOf = (index: number) => statements[index]?.from ?? statements[index]?.to ?? '';
  return statements
    .map((_, index) => index)
    .sort((a, b) =>
      dayOf(a) === dayOf(b) ? sequenceOf(statements[a]) - sequenceOf(statements[b]) : dayOf(a) < dayOf(b) ? -1 : 1,
    );
}

const sequenceOf = (head: StagedFile['statements'][number] | undefined) =>
  Number.parseInt(head?.sequence ?? '', 10) || 0;
