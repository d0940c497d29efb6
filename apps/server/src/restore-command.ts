import { existsSync } from 'node:fs';
import path from 'node:path';
import { callersFolder } from './callers-folder.ts';
import { exitCodeFor, UsageProblem } from './command-problem.ts';
import { ConfigProblem, parseConfig, type Config } from './config.ts';
import { masterKeyOf } from './master-key.ts';
import { joinAsOwner } from './open-database.ts';
import { ArchiveProblem, checkArchive, loadArchive } from './platform/backup/index.ts';
import { progressLines } from './progress-lines.ts';
import { verifyRestored } from './verify-restored.ts';

const usage = `npm run restore -- <file>
    Checks a backup, restores it into an empty database, and verifies the result (--verify, on by default).
npm run restore -- <file> --no-verify
    The same without verifying the result.
npm run restore -- <file> --check
    Only checks the file. Needs the master key, but no database.`;

type Order = { readonly file: string; readonly verify: boolean; readonly checkOnly: boolean };

/** @returns the exit code: 0 only if all checks passed, 2 for invalid arguments, 1 otherwise */
export async function runRestoreCommand(
  args: readonly string[],
  env: Record<string, string | undefined>,
  note: (line: string) => void,
): Promise<number> {
  try {
    const order = orderOf(args, callersFolder(env));
    return (await restore(order, parseConfig(env), note)) ? 0 : 1;
  } catch (error) {
    return exitCodeFor(error, note, usage);
  }
}

function orderOf(args: readonly string[], folder: string): Order {
  const [file, ...more] = args.filter((arg) => !arg.startsWith('--'));
  const flags = args.filter((arg) => arg.startsWith('--'));
  const isKnown = flags.every((flag) => ['--verify', '--no-verify', '--check'].includes(flag));
  if (file === undefined || more.length > 0 || !isKnown || flags.length > 1) throw new UsageProblem();
  return {
    file: path.resolve(folder, file),
    verify: !flags.includes('--no-verify'),
    checkOnly: flags.includes('--check'),
  };
}

/** @returns true if all checks passed */
async function restore(order: Order, config: Config, note: (line: string) => void): Promise<boolean> {
  if (!existsSync(order.file)) throw new ArchiveProblem(`The file ${order.file} does not exist.`);
  const masterKeys = keysOfTheBackup(config);
  const header = await checkArchive(order.file, masterKeys);
  note(`${order.file} is complete: taken at ${header.taken_at} on PostgreSQL ${header.server_version}.`);
  if (order.checkOnly) return true;

  const database = await joinAsOwner(config, note);
  try {
    const loaded = await loadArchive(database.ownerPool, order.file, progressLines('Loaded', note));
    note(`Loaded ${loaded.footer.tables.reduce((sum, { rows }) => sum + rows, 0)} rows.`);
    if (!order.verify) {
      note('The restored data was not verified.');
      return true;
    }
    const problems = await verifyRestored(database.ownerPool, loaded, { file: order.file, masterKeys, note });
    for (const problem of problems) note(`FAILED: ${problem}`);
    note(problems.length === 0 ? 'All checks passed. Florin can be started.' : 'Do not start Florin on this database.');
    return problems.length === 0;
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
