import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';

const MEMORY = '/dev/shm';
const GIBIBYTE = 2 ** 30;
/** The maximum that tests write: three PostgreSQL servers with logs of up to 1 GB each, and a reserve. */
const ROOM = 6 * GIBIBYTE;
/** The memory that must remain for other programs, in bytes. */
const MEMORY_LEFT = 6 * GIBIBYTE;

/**
 * Creates a folder in memory and returns the environment in which tests write there. The environment is empty if memory
 * is short or programs cannot run from there. A database has hundreds of files. Creating a database in memory takes an
 * eighth of the time. No test needs a disk, because data of a killed process survives in both places.
 */
export function inMemory() {
  if (!hasRoom(process.env)) return {};
  for (const name of readdirSync(MEMORY)) if (isAbandoned(name)) clear(path.join(MEMORY, name));
  const folder = mkdtempSync(path.join(MEMORY, `florin-tests-${process.pid}-`));
  chmodSync(folder, 0o1777); // like /tmp: tests and PostgreSQL also run as other users
  process.once('exit', () => clear(folder));
  return { TMPDIR: folder };
}

export function hasRoom({ TMPDIR }) {
  if (TMPDIR || !existsSync(MEMORY) || !existsSync('/proc/meminfo')) return false;
  if (/^\S+ \/dev\/shm \S+ \S*\b(?:noexec|ro)\b/m.test(readFileSync('/proc/mounts', 'utf8'))) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  const [, kibibytes = 0] = /^MemAvailable:\s*(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
  return bavail * bsize > ROOM && kibibytes * 1024 > ROOM + MEMORY_LEFT;
}

/** Removes as much of a folder as possible. A remainder only uses memory, and the next run tries again. */
function clear(folder) {
  try {
    for (const mount of mountsBelow(folder)) spawnSync('umount', ['--lazy', mount], { stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true });
  } catch {} // unmounting failed, or another run removes the folder
}

/** Returns the mounts below the folder. A test mounts a small disk, which stays mounted if the run is killed. */
function mountsBelow(folder) {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  return mounts.map((line) => line.split(' ')[1] ?? '').filter((mount) => mount.startsWith(`${folder}/`));
}

/**
 * Returns whether the folder belongs to a killed run of this user. This process may have the process id of the killed
 * run.
 */
function isAbandoned(name) {
  const [, pid] = /^florin-tests-(\d+)-/.exec(name) ?? [];
  if (pid === undefined) return false;
  const folder = statSync(path.join(MEMORY, name), { throwIfNoEntry: false }); // none: another run has removed it
  if (folder?.uid !== process.getuid()) return false;
  return Number(pid) === process.pid || !existsSync(`/proc/${pid}`);
}
