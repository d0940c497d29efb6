import { existsSync } from 'node:fs';
import path from 'node:path';
import { Option, type Command } from 'commander';
import { ConfigProblem, parseConfig, type Config } from '../config.ts';
import { masterKeyOf } from '../master-key.ts';
import { joinAsOwner } from '../open-database.ts';
import { ArchiveProblem, checkArchive, loadArchive } from '../platform/backup/index.ts';
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
  if (!existsSync(file)) throw new ArchiveProblem(`The file ${file} does not exist.`);
  const masterKeys = keysOfTheBackup(config);
  const header = await checkArchive(file, masterKeys);
  print(`${file} is complete: taken at ${header.taken_at} on PostgreSQL ${header.server_version}.`);
  if (check) return;

  const database = await joinAsOwner(config, print);
  try {
    const loaded = await loadArchive(database.ownerPool, file, progressLines('Loaded', print));
    print(`Loaded ${loaded.footer.tables.reduce((sum, { rows }) => sum + rows, 0)} rows.`);
    if (!verify) return print('The restored data was not verified.');
    const problems = await verifyRestored(database.ownerPool, loaded, { file, masterKeys, note: print });
    for (const problem of problems) print(`FAILED: ${problem}`);
    if (problems.length > 0) throw new Mismatch('Do not start Florin on this database.');
    print('All checks passed. Florin can be started.');
  } finally {
    await database.close();
  }
}

/** A new data folder would generate its own key, which decrypts no backup. */
function keysOfTheBackup(config: Config): Buffer[] {
  if (!config.masterKey && !existsSync(path.join(config.dataDir, 'master.key')))
    throw new ConfigProblem(
      `A backup needs the master key of its installation. Set FLORIN_MASTER_KEY, or copy the file master.key into ${config.dataDir}.`,
    );
  return config.oldMasterKey ? [masterKeyOf(config), config.oldMasterKey] : [masterKeyOf(config)];
}
