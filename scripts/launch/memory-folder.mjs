import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

const MEMORY = '/dev/shm';
const GIBIBYTE = 2 ** 30;
/** What the tests write at most, with room to spare: three engines with logs of up to 1 GB each. */
const ROOM = 6 * GIBIBYTE;
/** What must be left to everything else, in bytes. */
const MEMORY_LEFT = 6 * GIBIBYTE;

/**
 * A folder in memory for what tests write, as an environment; an empty one where there is none, or too little memory.
 * A database of a test's own is some 700 files: in memory it is made in an eighth of the time. No test is about a power
 * cut: what a killed process has written is there for the next one in either place.
 */
export function inMemory() {
  if (!hasRoom()) return {};
  for (const name of readdirSync(MEMORY)) if (isLeftBehind(name)) rmSync(path.join(MEMORY, name), { recursive: true });
  const folder = path.join(MEMORY, `florin-tests-${process.pid}`);
  mkdirSync(folder);
  chmodSync(folder, 0o1777); // as the system's: tests and engines run as other users, too
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { TMPDIR: folder };
}

function hasRoom() {
  if (process.env.TMPDIR || !existsSync(MEMORY) || !existsSync('/proc/meminfo')) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  const [, kibibytes = 0] = /^MemAvailable:\s*(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
  return bavail * bsize > ROOM && kibibytes * 1024 > ROOM + MEMORY_LEFT;
}

/** Of a run that was killed. */
function isLeftBehind(name) {
  const [, pid] = /^florin-tests-(\d+)$/.exec(name) ?? [];
  return pid !== undefined && !existsSync(`/proc/${pid}`);
}
