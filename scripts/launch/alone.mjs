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
  writeFileSync(OWN, String(process.pid));
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
    process.kill(Number(readFileSync(LOCK, 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
