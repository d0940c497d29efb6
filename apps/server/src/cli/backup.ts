import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { parseConfig } from '../config.ts';
import { assertSingleLedger } from '../claim-ledgers.ts';
import { factsOf } from '../ledger-facts.ts';
import { assertSameKey, masterKeyOf } from '../master-key.ts';
import { joinAsOwner } from '../open-database.ts';
import { ArchiveProblem, writeArchive } from '../platform/backup/index.ts';
import { openVault } from '../platform/vault.ts';
import { progressLines, sizeOf } from '../progress-lines.ts';
import { callersFolder } from './callers-folder.ts';
import type { Terminal } from './command-problem.ts';

/** Adds `backup`. */
export function addBackup(program: Command, terminal: Terminal) {
  program
    .command('backup')
    .summary('write a snapshot of the database into a file')
    .description('Write a snapshot of the database into a new file. Florin can run meanwhile.')
    .argument('<file>', 'a file that does not exist yet')
    .action((file: string) => backUp(path.resolve(callersFolder(terminal.env), file), terminal));
}

async function backUp(file: string, { env, print }: Terminal) {
  if (existsSync(file)) throw new ArchiveProblem(`${file} already exists. Name a new file for the backup.`);
  if (!existsSync(path.dirname(file)))
    throw new ArchiveProblem(`The folder ${path.dirname(file)} does not exist. Create it first.`);
  const config = parseConfig(env);
  const database = await joinAsOwner(config, print);
  try {
    await assertSingleLedger(database.ownerPool, config);
    const masterKey = await assertSameKey(openVault(database.ownerPool, masterKeyOf(config), config.oldMasterKey));
    const progress = progressLines('Read', print);
    const { header, footer } = await writeArchive(database.ownerPool, file, { masterKey, factsOf, progress });
    const rows = footer.tables.reduce((sum, table) => sum + table.rows, 0);
    const { size } = await stat(file);
    print(`${file}: ${footer.tables.length} tables, ${rows} rows, ${sizeOf(size)}, as of ${header.taken_at}.`);
    print(
      'Restoring it needs the master key of this installation. Keep a copy of the key, but not next to the backup.',
    );
  } finally {
    await database.close();
  }
}
