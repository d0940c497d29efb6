import { existsSync } from 'node:fs';
import path from 'node:path';
import { Option, type Command } from 'commander';
import { ConfigProblem, parseConfig, type Config } from '../config.ts';
import { masterKeyOf } from '../master-key.ts';
import { joinAsOwner } from '../open-database.ts';
import { fileOf } from '../backup-ledgers.ts';
import { assertDistinct } from '../claim-ledgers.ts';
import { sweepBetweenLedgers } from '../ledger/index.ts';
import { openOwners } from '../open-ledgers.ts';
import { ArchiveProblem, assertEmpty, checkArchive, loadArchive, type Header } from '../platform/backup/index.ts';
import { cutLog } from '../features/proofs/index.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openVault } from '../platform/vault.ts';
import type { Pool } from '../platform/database/pool.ts';
import { progressLines } from '../progress-lines.ts';
import { verifyRestored } from '../verify-restored.ts';
import { callersFolder } from './callers-folder.ts';
import { Mismatch, type Terminal } from './command-problem.ts';

type Options = { readonly verify: boolean; readonly check?: true };

/** Adds `restore`. */
export function addRestore(program: Command, terminal: Terminal) {
  program
    .command('restore')
    .summary('restore a backup into an empty database')
    .description('Check a backup, restore it into an empty database, and verify the result.')
    .argument('<file>', 'the backup')
    .addOption(new Option('--check', 'only check the file; needs the master key, but no database').conflicts('verify'))
    .option('--no-verify', 'do not verify the result')
    .action((file: string, options: Options) =>
      restore(path.resolve(callersFolder(terminal.env), file), options, terminal),
    );
}

async function restore(file: string, { verify, check }: Options, { env, print }: Terminal) {
  const config = parseConfig(env);
  const masterKeys = keysOfTheBackup(config);
  const files = await checkFiles(file, masterKeys, print);
  if (check) return;
  if (files.length !== config.ledgers.length + 1)
    throw new ConfigProblem(
      `The backup is of ${files.length} ledgers, and FLORIN_LEDGERS names ${config.ledgers.length} further ones. Name an empty database for each.`,
    );

  const database = await joinAsOwner(config, print);
  const further = openOwners(config, 2);
  const owners = [database.ownerPool, ...further.map(({ ownerPool }) => ownerPool)];
  try {
    await assertDistinct(database.ownerPool, further);
    for (const { ownerPool, number, where } of further) await assertEmpty(ownerPool, `Ledger ${number} (${where})`);
    const problems: string[] = [];
    for (const [i, one] of files.entries()) {
      const owner = owners[i];
      if (!owner) throw new Error('each file has a database');
      if (files.length > 1) print(`Ledger ${i}:`);
      const loaded = await loadArchive(owner, one, progressLines('Loaded', print));
      print(`Loaded ${loaded.footer.tables.reduce((sum, { rows }) => sum + rows, 0)} rows.`);
      if (verify) problems.push(...(await verifyRestored(owner, loaded, { file: one, masterKeys, note: print })));
    }
    await cutRestoredLog(database.ownerPool, masterKeys, print);
    if (!verify) return print('The restored data was not verified.');
    if (files.length > 1) problems.push(...(await problemsBetweenLedgers(owners, print)));
    for (const problem of problems) print(`FAILED: ${problem}`);
    if (problems.length > 0) throw new Mismatch('Do not start Florin on this database.');
    print('All checks passed. Florin can be started.');
  } finally {
    await Promise.all([database.close(), ...owners.slice(1).map((owner) => owner.end())]);
  }
}

/** Entries of the log that others have seen may be missing. From now on, the log has another name. */
async function cutRestoredLog(ownerPool: Pool, [masterKey, ...old]: readonly Buffer[], print: Terminal['print']) {
  if (!masterKey) return;
  await migrate(ownerPool);
  const key = await cutLog({ ownerPool, vault: openVault(ownerPool, masterKey, old[0]) });
  if (key !== undefined) print(`The public log goes on with another key, as the log says itself: ${key}`);
}

/** Returns the files of a backup, one for each ledger, all complete and of the same moment. */
async function checkFiles(file: string, masterKeys: readonly Buffer[], print: Terminal['print']): Promise<string[]> {
  const first = await checkFile(file, masterKeys, print);
  const files = Array.from({ length: first.cut?.databases ?? 1 }, (_, i) => fileOf(file, i));
  if (first.cut && first.cut.place !== 0)
    throw new ArchiveProblem(`${file} is the backup of a further ledger. Name the file of the main one.`);
  for (const [i, one] of files.entries()) {
    if (i === 0) continue;
    const { cut } = await checkFile(one, masterKeys, print);
    if (cut?.id !== first.cut?.id || cut?.place !== i)
      throw new ArchiveProblem(`${one} does not belong to ${file}: it is of another moment or another ledger.`);
  }
  return files;
}

async function checkFile(file: string, masterKeys: readonly Buffer[], print: Terminal['print']): Promise<Header> {
  if (!existsSync(file)) throw new ArchiveProblem(`The file ${file} does not exist.`);
  const header = await checkArchive(file, masterKeys);
  print(`${file} is complete: taken at ${header.taken_at} on PostgreSQL ${header.server_version}.`);
  return header;
}

async function problemsBetweenLedgers(owners: readonly Pool[], print: Terminal['print']): Promise<string[]> {
  const findings = await sweepBetweenLedgers(owners, { afterAnOutage: true });
  print(`Checked what the ledgers paid each other: ${findings.length === 0 ? 'OK' : `${findings.length} FAILED`}`);
  return findings.map(({ invariant, found }) => `${invariant}: ${found}`);
}

/** A new data folder would generate its own key, which decrypts no backup. */
function keysOfTheBackup(config: Config): Buffer[] {
  if (!config.masterKey && !existsSync(path.join(config.dataDir, 'master.key')))
    throw new ConfigProblem(
      `A backup needs the master key of its installation. Set FLORIN_MASTER_KEY, or copy the file master.key into ${config.dataDir}.`,
    );
  return config.oldMasterKey ? [masterKeyOf(config), config.oldMasterKey] : [masterKeyOf(config)];
}
