import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { callersFolder } from './callers-folder.ts';
import { exitCodeFor, UsageProblem } from './command-problem.ts';
import { parseConfig } from './config.ts';
import { factsOf } from './ledger-facts.ts';
import { assertSameKey, masterKeyOf } from './master-key.ts';
import { joinAsOwner } from './open-database.ts';
import { ArchiveProblem, writeArchive } from './platform/backup/index.ts';
import { openVault } from './platform/vault.ts';
import { progressLines, sizeOf } from './progress-lines.ts';

const usage = `npm run backup -- <file>
    Writes a snapshot of the database into a new file. Florin can run meanwhile.`;

/** @returns the exit code: 2 for invalid arguments, 1 for a failure */
export async function runBackupCommand(
  args: readonly string[],
  env: Record<string, string | undefined>,
  note: (line: string) => void,
): Promise<number> {
  try {
    const [file, ...more] = args;
    if (file === undefined || file.startsWith('-') || more.length > 0) throw new UsageProblem();
    await backUp(path.resolve(callersFolder(env), file), env, note);
    return 0;
  } catch (error) {
    return exitCodeFor(error, note, usage);
  }
}

async function backUp(file: string, env: Record<string, string | undefined>, note: (line: string) => void) {
  if (existsSync(file)) throw new ArchiveProblem(`${file} already exists. Name a new file for the backup.`);
  if (!existsSync(path.dirname(file)))
    throw new ArchiveProblem(`The folder ${path.dirname(file)} does not exist. Create it first.`);
  const config = parseConfig(env);
  const database = await joinAsOwner(config, note);
  try {
    const masterKey = await assertSameKey(openVault(database.ownerPool, masterKeyOf(config), config.oldMasterKey));
    const progress = progressLines('Read', note);
    const { header, footer } = await writeArchive(database.ownerPool, file, { masterKey, factsOf, progress });
    const rows = footer.tables.reduce((sum, table) => sum + table.rows, 0);
    const { size } = await stat(file);
    note(`${file}: ${footer.tables.length} tables, ${rows} rows, ${sizeOf(size)}, as of ${header.taken_at}.`);
    note('Restoring it needs the master key of this installation. Keep a copy of the key, but not next to the backup.');
  } finally {
    await database.close();
  }
}
