import { execFile } from 'node:child_process';
import {
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { appendFile, open, readFile, rename, rm } from 'node:fs/promises';
import { totalmem } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Account, initdbAccount, nameOf, spawnAs, userName } from './account.ts';
import type { Binaries } from './binaries.ts';
import { engineSentence } from './start-sentences.ts';
import { renderAuthentication, renderSettings, renderUserMap } from './settings.ts';

type Cluster = {
  folder: string;
  binaries: Binaries;
  account: Account | undefined;
  socketFolder: string;
  log: (line: string) => void;
};

/** Ensures that `folder` holds a cluster of our PostgreSQL version with our settings. */
export async function prepareCluster(cluster: Cluster): Promise<{ settingsChanged: boolean }> {
  const { folder, binaries, account, socketFolder, log } = cluster;
  if (!existsSync(path.join(folder, 'PG_VERSION'))) {
    log(`Creating a new database in ${folder}`);
    await createCluster(cluster);
  }
  assertVersion(folder, binaries.majorVersion);
  if (account !== undefined && statSync(folder).uid !== account.uid) giveTo(folder, account);
  const settings = renderSettings(socketFolder, memoryBytes());
  const settingsChanged = await writeIfChanged(path.join(folder, 'florin.conf'), settings, account);
  const worker = account && nameOf(account);
  const authentication = renderAuthentication(account !== undefined && worker === undefined);
  const authenticationChanged = await writeIfChanged(path.join(folder, 'pg_hba.conf'), authentication, account);
  // Commands that run next to a server may run as root.
  const owners = [...new Set([userName(), 'root'])];
  const users = renderUserMap({ owners, workers: worker === undefined ? [] : [worker] });
  const usersChanged = await writeIfChanged(path.join(folder, 'pg_ident.conf'), users, account);
  return { settingsChanged: settingsChanged || authenticationChanged || usersChanged };
}

/** The memory of the machine or, if smaller, of its container. */
const memoryBytes = () => Math.min(totalmem(), process.constrainedMemory() || Infinity);

/** Creates the cluster in a temporary folder and renames it, so that an interrupted start leaves no partial database. */
async function createCluster({ folder, binaries, account }: Cluster): Promise<void> {
  const parent = path.dirname(folder);
  const prefix = `${path.basename(folder)}.new-`;
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    rmSync(path.join(parent, name), { recursive: true });
  }
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(
      `${folder} is neither empty nor a database. Move it away, or set FLORIN_DATA_DIR to another folder.`,
    );
  }
  const aside = path.join(parent, `${prefix}${process.pid}`);
  mkdirSync(aside, { mode: 0o700 });
  const creator = initdbAccount(account);
  if (creator !== undefined) chownSync(aside, creator.uid, creator.gid);
  // prettier-ignore
  const options = [
    '-D', aside, '--username=postgres', '--auth=peer', '--data-checksums',
    '--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C',
    '--no-instructions',
  ];
  await promisify(execFile)(binaries.initdb, options, { ...spawnAs(creator), cwd: '/' }).catch((error: unknown) => {
    rmSync(aside, { recursive: true, force: true });
    throw new Error(engineSentence('create a database', folder, String(error)), { cause: error });
  });
  await appendFile(path.join(aside, 'postgresql.conf'), "\ninclude 'florin.conf'\n");
  if (account !== undefined && account.uid !== creator?.uid) giveTo(aside, account);
  renameSync(aside, folder);
}

function assertVersion(folder: string, majorVersion: string): void {
  const found = readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim();
  if (found === majorVersion) return;
  throw new Error(
    `${folder} was written by PostgreSQL ${found}. This Florin contains PostgreSQL ${majorVersion}, which cannot read it. ` +
      `Start the Florin version that wrote it, make a backup with it and restore the backup here, or set FLORIN_DATA_DIR to a new folder.`,
  );
}

/** Gives a cluster that root copied or restored to the account. Skips symbolic and hard links, which may lead outside. */
function giveTo(target: string, account: Account): void {
  lchownSync(target, account.uid, account.gid);
  for (const entry of readdirSync(target, { withFileTypes: true })) {
    const child = path.join(target, entry.name);
    if (entry.isDirectory()) giveTo(child, account);
    else if (entry.isFile() && lstatSync(child).nlink === 1) lchownSync(child, account.uid, account.gid);
  }
}

async function writeIfChanged(file: string, text: string, account: Account | undefined): Promise<boolean> {
  const before = existsSync(file) ? await readFile(file, 'utf8') : undefined;
  if (before === text) return false;
  const aside = `${file}.new`;
  await rm(aside, { force: true });
  const handle = await open(aside, 'wx', 0o600); // never follows a link: this may be root, and the account can write to the folder
  try {
    await handle.writeFile(text);
    if (account !== undefined) await handle.chown(account.uid, account.gid);
  } finally {
    await handle.close();
  }
  await rename(aside, file);
  return true;
}
