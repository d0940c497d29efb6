import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLaunchLock } from './launch-lock.mjs';
import { ROOT } from './root.mjs';
import { runQuietly } from './run-quietly.mjs';
import { giveUp } from './say.mjs';

const LOCK = path.join(ROOT, 'package-lock.json');
const RECORD = path.join(ROOT, 'node_modules/.florin-lock');

/** Installs exactly the packages of package-lock.json, unless these packages are already installed. */
export async function install() {
  const wanted = createHash('sha256').update(readFileSync(LOCK)).digest('hex');
  const isDone = () => existsSync(RECORD) && readFileSync(RECORD, 'utf8') === wanted;
  if (!isDone()) await withLaunchLock(async () => isDone() || installAs(wanted));
}

async function installAs(wanted) {
  if (!isInstalled()) {
    const options = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
    const { command, args } = findNpm(options);
    const done = await runQuietly('Installing packages (a minute or two the first time)', command, args, { cwd: ROOT });
    if (!done) giveUp('The packages could not be installed. Fix the npm error above and run this command again.');
  }
  writeFileSync(RECORD, wanted);
}

/** Returns the npm that runs this script, or the npm in PATH. */
export function findNpm(options) {
  const npm = process.env.npm_execpath;
  if (npm?.endsWith('.js')) return { command: process.execPath, args: [npm, ...options] };
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: options };
}

/** Returns whether npm's own record of the installed packages matches the lock, for example after a manual install. */
function isInstalled() {
  const record = path.join(ROOT, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = JSON.parse(readFileSync(LOCK, 'utf8')).packages;
  const found = JSON.parse(readFileSync(record, 'utf8')).packages;
  const isForeign = (key) => wanted[key] === undefined || wanted[key].version !== found[key].version;
  const isAbsent = (key) => key.includes('node_modules/') && !wanted[key].optional && found[key] === undefined;
  return (
    !Object.keys(found).some((key) => key.includes('node_modules/') && isForeign(key)) &&
    !Object.keys(wanted).some(isAbsent)
  );
}
