import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';

const MEMORY = '/dev/shm';
const GIBIBYTE = 2 ** 30;
/** What the tests write at most, with room to spare: three engines with logs of up to 1 GB each. */
const ROOM = 6 * GIBIBYTE;
/** What must be left to everything else, in bytes. */
const MEMORY_LEFT = 6 * GIBIBYTE;

/**
 * Makes a folder in memory and returns the environment in which tests write there. The environment is empty where there
 * is too little memory, or where programs cannot run from it. A database has hundreds of files: in memory, making one
 * takes an eighth of the time. No test needs a disk: what a killed process has written is still there in either place.
 */
export function inMemory() {
  if (!hasRoom(process.env)) return {};
  for (const name of readdirSync(MEMORY)) if (isLeftBehind(name)) clear(path.join(MEMORY, name));
  const folder = mkdtempSync(path.join(MEMORY, `florin-tests-${process.pid}-`));
  chmodSync(folder, 0o1777); // as the system's: tests and engines run as other users, too
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

/** Removes a folder as far as that is possible. What stays only takes room, and the next run tries again. */
function clear(folder) {
  try {
    for (const mount of mountsBelow(folder)) spawnSync('umount', ['--lazy', mount], { stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true });
  } catch {} // it cannot be unmounted, or another run removes it at the same time
}

/** A test mounts a small disk of its own, which stays mounted when the run is killed. */
function mountsBelow(folder) {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  return mounts.map((line) => line.split(' ')[1] ?? '').filter((mount) => mount.startsWith(`${folder}/`));
}

/** Of a run of the same user that was killed; another process may have its number by now. */
function isLeftBehind(name) {
  const [, pid] = /^florin-tests-(\d+)-/.exec(name) ?? [];
  if (pid === undefined || statSync(path.join(MEMORY, name)).uid !== process.getuid()) return false;
  return Number(pid) === process.pid || !existsSync(`/proc/${pid}`);
}
