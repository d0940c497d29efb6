import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { alone } from './alone.mjs';
import { pinnedEnvironment } from './pinned-node.mjs';
import { ROOT } from './root.mjs';
import { runQuietly } from './run-quietly.mjs';
import { giveUp } from './say.mjs';
import { toolScript } from './tools.mjs';

const WEB = path.join(ROOT, 'apps/web');
const RECORD = path.join(WEB, 'dist/.built-from');
const SOURCES = ['apps/web', 'packages', 'package-lock.json', 'tsconfig.base.json'];
const NOT_SOURCES = new Set(['node_modules', 'dist', 'test', 'coverage', 'tsconfig.tsbuildinfo']);

/** Builds the web app unless the build that is there was made from the same sources. */
export async function buildWeb(node) {
  const fingerprint = fingerprintOf(SOURCES);
  const isDone = () => existsSync(RECORD) && readFileSync(RECORD, 'utf8') === fingerprint;
  if (!isDone()) await alone(async () => isDone() || buildAs(fingerprint, node));
}

async function buildAs(fingerprint, node) {
  const options = { cwd: WEB, env: pinnedEnvironment(node) };
  const done = await runQuietly('Building the web app', node, [toolScript('vite', 'vite', WEB), 'build'], options);
  if (!done) giveUp('The web app could not be built; the reason is above.');
  writeFileSync(RECORD, fingerprint);
}

function fingerprintOf(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesBelow(source))) {
    hash.update(`${file}\0`).update(readFileSync(path.join(ROOT, file)));
  }
  return hash.digest('hex');
}

function filesBelow(target) {
  if (!existsSync(path.join(ROOT, target))) return [];
  const entries =
    path.extname(target) === '.json' ? undefined : readdirSync(path.join(ROOT, target), { withFileTypes: true });
  if (entries === undefined) return [target];
  return entries
    .filter((entry) => !NOT_SOURCES.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const child = path.posix.join(target, entry.name);
      if (entry.isDirectory()) return filesBelow(child);
      return entry.isFile() ? [child] : [];
    });
}
