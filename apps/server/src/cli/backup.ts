import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { parseConfig } from '../config.ts';
import { fileOf, snapshotsOf } from '../backup-ledgers.ts';
import { assertAllNamed, assertAllOwn } from '../claim-ledgers.ts';
import { factsOf } from '../ledger-facts.ts';
import { assertSameKey, masterKeyOf } from '../master-key.ts';
import { joinInstallation } from '../open-database.ts';
import { openOwners } from '../open-ledgers.ts';
import { ArchiveProblem, writeSnapshot } from '../platform/backup/index.ts';
import { openVault } from '../platform/vault.ts';
import { progressLines, sizeOf } from '../progress-lines.ts';
import { callersFolder } from './callers-folder.ts';
import type { Terminal } from './command-problem.ts';

/** Adds `backup`. */
export function addBackup(program: Command, terminal: Terminal) {
  program
    .command('backup')
    .summary('write a snapshot of the database into a file')
    .description(
      'Write a snapshot of the database into a new file. Florin can run meanwhile. ' +
        'With several ledgers, each further one gets its own file next to this one, from the same moment.',
    )
    .argument('<file>', 'a file that does not exist yet')
    .action((file: string) => backUp(path.resolve(callersFolder(terminal.env), file), terminal));
}

async function backUp(file: string, { env, print }: Terminal) {
  const config = parseConfig(env);
  const files = [file, ...config.ledgers.map((_, i) => fileOf(file, i + 1))];
  for (const one of files)
    if (existsSync(one)) throw new ArchiveProblem(`${one} already exists. Name a new file for the backup.`);
  if (!existsSync(path.dirname(file)))
    throw new ArchiveProblem(`The folder ${path.dirname(file)} does not exist. Create it first.`);
  const database = await joinInstallation(config, print);
  const further = openOwners(config, 2);
  try {
    await assertAllNamed(database.ownerPool, config);
    await assertAllOwn(database.ownerPool, further, config);
    const masterKey = await assertSameKey(openVault(database.ownerPool, masterKeyOf(config), config.oldMasterKey));
    const snapshots = await snapshotsOf([database.ownerPool, ...further.map(({ ownerPool }) => ownerPool)]);
    await Promise.all(
      snapshots.map(async ({ client, cut }, i) => {
        const options = { masterKey, factsOf, progress: progressLines('Read', print), ...(cut && { cut }) };
        const { header, footer } = await writeSnapshot(client, fileOf(file, i), options);
        const rows = footer.tables.reduce((sum, table) => sum + table.rows, 0);
        const { size } = await stat(fileOf(file, i));
        print(
          `${fileOf(file, i)}: ${footer.tables.length} tables, ${rows} rows, ${sizeOf(size)}, as of ${header.taken_at}.`,
        );
      }),
    );
    print(
      'Restoring it needs the master key of this installation. Keep a copy of the key, but not next to the backup.',
    );
  } finally {
    await Promise.all([database.close(), ...further.map(({ ownerPool }) => ownerPool.end())]);
  }
}
