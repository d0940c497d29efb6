import type { PoolClient } from 'pg';
import { factsFromPostings, factsOf } from './ledger-facts.ts';
import { beginSnapshot, copyRows, digestOf, rowsIn, sumOf, type Loaded } from './platform/backup/index.ts';
import { migrate } from './platform/database/migrate.ts';
import type { Pool } from './platform/database/pool.ts';
import { findUnreadableKeys } from './platform/change-master-key.ts';
import { progressLines } from './progress-lines.ts';

type Verification = {
  /** The backup file, which was already checked. */
  readonly file: string;
  readonly masterKeys: readonly Buffer[];
  readonly note: (line: string) => void;
};
type Check = (client: PoolClient, loaded: Loaded, verification: Verification) => Promise<string[]>;

type Checks = readonly (readonly [what: string, check: Check])[];

/** Checks of the tables against the backup. Each check returns the problems that it finds. */
const checksOfRows: Checks = [
  ['every table: row count and SHA-256 of the rows', tablesDiffer],
  ['sequences: last values', sequencesDiffer],
];

/** Checks that need the functions and views of this version. */
const checksOfBooks: Checks = [
  ['totals of members by asset: recorded, by accounts and by postings', factsDiffer],
  ['the whole ledger, posting by posting: ledger.sweep()', sweepFinds],
  ['the audit trail: broken_acts()', chainBreaks],
  ['the reports of closed bank days: broken_day_reports()', reportsBreak],
  ['encrypted data: the master key decrypts every person’s key', keysFail],
];

/**
 * Verifies a database after a restore. Migrates its schema to the current version between the two groups of checks.
 *
 * @returns the problems as sentences, or an empty list
 */
export async function verifyRestored(ownerPool: Pool, loaded: Loaded, verification: Verification): Promise<string[]> {
  const ofRows = await problemsOf(checksOfRows, ownerPool, loaded, verification);
  await migrate(ownerPool);
  return [...ofRows, ...(await problemsOf(checksOfBooks, ownerPool, loaded, verification))];
}

async function problemsOf(
  checks: Checks,
  ownerPool: Pool,
  loaded: Loaded,
  verification: Verification,
): Promise<string[]> {
  const client = await ownerPool.connect();
  try {
    await beginSnapshot(client);
    const problems: string[] = [];
    for (const [what, check] of checks) {
      const found = await check(client, loaded, verification);
      verification.note(`Checked ${what}: ${found.length === 0 ? 'OK' : `${found.length} FAILED`}`);
      problems.push(...found);
    }
    return problems;
  } finally {
    client.release(true); // discards the connection because of its changed settings
  }
}

async function tablesDiffer(
  client: PoolClient,
  { header, footer }: Loaded,
  { file, note }: Verification,
): Promise<string[]> {
  const problems: string[] = [];
  const progress = progressLines('Read', note);
  for (const table of header.tables) {
    const was = footer.tables.find(({ name }) => name === table.name);
    const is = await digestOf(client, table, progress);
    // Does not compare the count: equal rows have an equal count, and older backups may have recorded no count.
    if (was?.sha256 === is.sha256) continue;
    // The rows may have another order.
    if ((await sumOf(rowsIn(file, table.name))) === (await sumOf(copyRows(client, table).chunks()))) continue;
    if (was?.rows === is.rows) problems.push(`the rows of ${table.name} differ from the backup`);
    else problems.push(`${table.name} has ${is.rows} rows instead of ${was?.rows}`);
  }
  return problems;
}

async function sequencesDiffer(client: PoolClient, { footer }: Loaded): Promise<string[]> {
  const problems: string[] = [];
  for (const { name, last_value } of footer.sequences) {
    const { rows } = await client.query<{ last: string }>(`select last_value::text as last from ${name}`);
    if (rows[0]?.last !== last_value)
      problems.push(`the sequence ${name} is at ${rows[0]?.last} instead of ${last_value}`);
  }
  return problems;
}

async function factsDiffer(client: PoolClient, { header }: Loaded): Promise<string[]> {
  const accounts = await factsOf(client);
  const postings = await factsFromPostings(client);
  return Object.keys({ ...header.facts, ...accounts, ...postings }).flatMap((asset) => {
    const [was, byAccounts, byPostings] = [header.facts[asset], accounts[asset], postings[asset]];
    if (was === byAccounts && was === byPostings) return [];
    return [`members owned ${was} ${asset}, but the accounts show ${byAccounts} and the postings ${byPostings}`];
  });
}

async function sweepFinds(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query('select * from ledger.sweep() limit 20');
  return rows.map(
    (row) =>
      `the sweep finds ${JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? String(value) : value))}`,
  );
}

async function chainBreaks(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ id: bigint }>('select id from broken_acts() limit 20');
  return rows.map(({ id }) => `the audit trail breaks at line ${id}`);
}

async function reportsBreak(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ number: bigint }>('select number from broken_day_reports() limit 20');
  return rows.map(({ number }) => `the reports of closed bank days break at report ${number}`);
}

async function keysFail(client: PoolClient, _loaded: Loaded, { masterKeys }: Verification): Promise<string[]> {
  const failing = await findUnreadableKeys(client, masterKeys);
  return failing.map((id) => `the master key does not decrypt the data key of ${id}`);
}
