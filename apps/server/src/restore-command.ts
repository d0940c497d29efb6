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
    Checks a backup, fills an empty database with it, and verifies what is there then (--verify, always on).
npm run restore -- <file> --no-verify
    The same without the last part.
npm run restore -- <file> --check
    Only checks the file. Needs the master key and no database.`;

type Order = { readonly file: string; readonly verify: boolean; readonly checkOnly: boolean };

/** @returns the process's exit code: 0 only where everything was found right, 2 for arguments that make no command */
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

/** @returns whether all is well */
async function restore(order: Order, config: Config, note: (line: string) => void): Promise<boolean> {
  if (!existsSync(order.file)) throw new ArchiveProblem(`There is no file ${order.file}.`);
  const masterKeys = keysOfTheBackup(config);
  const header = await checkArchive(order.file, masterKeys);
  note(`${order.file} is whole: taken at ${header.taken_at} on PostgreSQL ${header.server_version}.`);
  if (order.checkOnly) return true;

  const database = await joinAsOwner(config, note);
  try {
    const loaded = await loadArchive(database.ownerPool, order.file, progressLines('Loaded', note));
    note(`Loaded ${loaded.footer.tables.reduce((sum, { rows }) => sum + rows, 0)} rows.`);
    if (!order.verify) {
      note('Nothing of it was verified.');
      return true;
    }
    const problems = await verifyRestored(database.ownerPool, loaded, { file: order.file, masterKeys, note });
    for (const problem of problems) note(`NOT RIGHT: ${problem}`);
    note(
      problems.length === 0
        ? 'All of it is as it was. Florin can be started.'
        : 'Do not start Florin on this database.',
    );
    return problems.length === 0;
  } finally {
    await database.close();
  }
}

/** A fresh data folder would make a key of its own, which opens no backup. */
function keysOfTheBackup(config: Config): Buffer[] {
  if (!config.masterKey && !existsSync(path.join(config.dataDir, 'master.key')))
    throw new ConfigProblem(
      `A backup opens with the master key of its installation only. Give it as FLORIN_MASTER_KEY, or copy the file master.key into ${config.dataDir}.`,
    );
  return config.oldMasterKey ? [masterKeyOf(config), config.oldMasterKey] : [masterKeyOf(config)];
}
