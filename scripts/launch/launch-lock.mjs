import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from './root.mjs';
import { say } from './say.mjs';

const LOCK = path.join(ROOT, '.launching');
const OWN = `${LOCK}.${process.pid}`;

/**
 * Runs the work while no other launcher installs or builds in this folder. Takes over the lock of a killed launcher.
 */
export async function withLaunchLock(work) {
  for (let waits = false; !take(); await sleep(200)) {
    if (!waits) say('Waiting for another process that installs or builds in this folder');
    waits = true;
  }
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** Takes the lock. A hard link makes the file appear with its content. */
function take() {
  writeFileSync(OWN, `${process.pid} ${startOf(process.pid)}`);
  try {
    linkSync(OWN, LOCK);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isAbandoned()) release();
    return false;
  } finally {
    rmSync(OWN);
  }
}

const release = () => rmSync(LOCK, { force: true });

/**
 * Returns whether the lock's process is gone. A lock that was just released does not count as abandoned; the caller
 * tries again.
 */
function isAbandoned() {
  try {
    const [pid, start] = readFileSync(LOCK, 'utf8').split(' ');
    return !isRunning(Number(pid)) || start !== startOf(pid);
  } catch {
    return false;
  }
}

/** Returns whether the process runs. A process of another user answers EPERM, which shows that the process runs. */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

/**
 * Returns the start time of a process, or an empty text without /proc. The process id alone may already belong to
 * another process, because a restarted container counts from one again.
 */
function startOf(pid) {
  try {
    // The 22nd field. The earlier name in parentheses may contain any characters.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[19];
  } catch {
    return '';
  }
}
