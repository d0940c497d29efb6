import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from './root.mjs';
import { say } from './say.mjs';

const LOCK = path.join(ROOT, '.launching');
const OWN = `${LOCK}.${process.pid}`;

/** Does this while no other launcher installs or builds in this folder; one that was killed is in nobody's way. */
export async function alone(work) {
  for (let waits = false; !take(); await sleep(200)) {
    if (!waits) say('Waiting for another start that installs or builds in this folder');
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

/** Linked into place, so that it is never there without its process. */
function take() {
  writeFileSync(OWN, `${process.pid} ${startOf(process.pid)}`);
  try {
    linkSync(OWN, LOCK);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isLeftBehind()) release();
    return false;
  } finally {
    rmSync(OWN);
  }
}

const release = () => rmSync(LOCK, { force: true });

/** Its process was killed. A lock that has just been released is none, and is tried for again. */
function isLeftBehind() {
  try {
    const [pid, start] = readFileSync(LOCK, 'utf8').split(' ');
    return !isRunning(Number(pid)) || start !== startOf(pid);
  } catch {
    return false;
  }
}

/** Also where it is another user's, to whom we may not send anything. */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

/**
 * When a process began, where the system says so. Its number alone may be another's by now, or our own: a container that
 * is started again counts from one again.
 */
function startOf(pid) {
  try {
    // The 22nd field; the name in parentheses before it may hold anything.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[19];
  } catch {
    return '';
  }
}
