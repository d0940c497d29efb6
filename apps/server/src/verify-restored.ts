import type { PoolClient } from 'pg';
import { factsFromPostings, factsOf } from './ledger-facts.ts';
import { beginSnapshot, copyRows, digestOf, rowsIn, sumOf, type Loaded } from './platform/backup/index.ts';
import { migrate } from './platform/database/migrate.ts';
import type { Pool } from './platform/database/pool.ts';
import { findUnreadableKeys } from './platform/change-master-key.ts';
import { progressLines } from './progress-lines.ts';

type Verifying = {
  /** The backup, which was checked before. */
  readonly file: string;
  readonly masterKeys: readonly Buffer[];
  readonly note: (line: string) => void;
};
type Check = (client: PoolClient, loaded: Loaded, verifying: Verifying) => Promise<string[]>;

type Checks = readonly (readonly [what: string, check: Check])[];

/** Checks of the tables as the backup has them, each with the problems it finds. */
const checksOfRows: Checks = [
  ['every table: number of rows and SHA-256 of the rows', tablesDiffer],
  ['sequences: none behind', sequencesDiffer],
];

/** Checks that need this version's functions and views. */
const checksOfBooks: Checks = [
  ['what people own, by asset: as noted, by accounts and by postings', factsDiffer],
  ['the whole ledger, posting by posting: ledger.sweep()', sweepFinds],
  ['the audit trail: broken_acts()', chainBreaks],
  ['sealed data: every person’s key opens under the master key', keysFail],
];

/**
 * Verifies everything in a database that was just restored, and brings its schema up to date on the way.
 *
 * @returns the problems, in sentences; none if all is well
 */
export async function verifyRestored(ownerPool: Pool, loaded: Loaded, verifying: Verifying): Promise<string[]> {
  const ofRows = await problemsOf(checksOfRows, ownerPool, loaded, verifying);
  await migrate(ownerPool);
  return [...ofRows, ...(await problemsOf(checksOfBooks, ownerPool, loaded, verifying))];
}

async function problemsOf(checks: Checks, ownerPool: Pool, loaded: Loaded, verifying: Verifying): Promise<string[]> {
  const client = await ownerPool.connect();
  try {
    await beginSnapshot(client);
    const problems: string[] = [];
    for (const [what, check] of checks) {
      const found = await check(client, loaded, verifying);
      verifying.note(`Checked ${what}: ${found.length === 0 ? 'well' : `${found.length} NOT RIGHT`}`);
      problems.push(...found);
    }
    return problems;
  } finally {
    client.release(true); // its settings are not anybody else's
  }
}

async function tablesDiffer(
  client: PoolClient,
  { header, footer }: Loaded,
  { file, note }: Verifying,
): Promise<string[]> {
  const problems: string[] = [];
  const progress = progressLines('Read', note);
  for (const table of header.tables) {
    const was = footer.tables.find(({ name }) => name === table.name);
    const is = await digestOf(client, table, progress);
    // Where the rows are the same their number is, too: backups of before may have noted none.
    if (was?.sha256 === is.sha256) continue;
    // They may lie in another order.
    if ((await sumOf(rowsIn(file, table.name))) === (await sumOf(copyRows(client, table).chunks()))) continue;
    if (was?.rows === is.rows) problems.push(`${table.name} has other rows than the backup`);
    else problems.push(`${table.name} has ${is.rows} rows and not ${was?.rows}`);
  }
  return problems;
}

async function sequencesDiffer(client: PoolClient, { footer }: Loaded): Promise<string[]> {
  const problems: string[] = [];
  for (const { name, last_value } of footer.sequences) {
    const { rows } = await client.query<{ last: string }>(`select last_value::text as last from ${name}`);
    if (rows[0]?.last !== last_value) problems.push(`${name} stands at ${rows[0]?.last} and not at ${last_value}`);
  }
  return problems;
}

async function factsDiffer(client: PoolClient, { header }: Loaded): Promise<string[]> {
  const accounts = await factsOf(client);
  const postings = await factsFromPostings(client);
  return Object.keys({ ...header.facts, ...accounts, ...postings }).flatMap((asset) => {
    const [was, byAccounts, byPostings] = [header.facts[asset], accounts[asset], postings[asset]];
    if (was === byAccounts && was === byPostings) return [];
    return [`people owned ${was} ${asset}; their accounts say ${byAccounts} and the postings ${byPostings}`];
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

async function keysFail(client: PoolClient, _loaded: Loaded, { masterKeys }: Verifying): Promise<string[]> {
  const failing = await findUnreadableKeys(client, masterKeys);
  return failing.map((id) => `the data key of ${id} does not open`);
}
