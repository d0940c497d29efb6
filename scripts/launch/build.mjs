import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLaunchLock } from './launch-lock.mjs';
import { pinnedEnvironment } from './pinned-node.mjs';
import { ROOT } from './root.mjs';
import { runQuietly } from './run-quietly.mjs';
import { giveUp } from './say.mjs';
import { toolScript } from './tools.mjs';

const SHARED = ['packages', 'package-lock.json', 'tsconfig.base.json'];
const WEB = {
  label: 'Building the web app',
  folder: 'apps/web',
  others: ['docs/use'], // the help pages
  tool: 'vite',
  args: ['build'],
};
const SERVER = {
  label: 'Building the server',
  folder: 'apps/server',
  tool: 'rolldown',
  args: ['-c', 'rolldown.config.ts'],
};
const NOT_SOURCES = new Set(['node_modules', 'dist', 'test', 'coverage', 'tsconfig.tsbuildinfo']);

/** Builds the web app and the server unless they are already built from the same sources. */
export async function buildAll(node) {
  for (const build of [WEB, SERVER]) {
    const fingerprint = fingerprintOf(build);
    const record = recordOf(build);
    const isDone = () => existsSync(record) && readFileSync(record, 'utf8') === fingerprint;
    if (isDone()) continue;
    await withLaunchLock(async () => {
      if (isDone()) return;
      await run(build, node);
      writeFileSync(record, fingerprint);
    });
  }
}

/**
 * Prepares to record a build that another script runs in this folder. The returned function records that the current
 * sources are built.
 */
export function beginBuild(folder) {
  const build = [WEB, SERVER].find((each) => path.join(ROOT, each.folder) === folder);
  const fingerprint = fingerprintOf(build); // before the build, because a source may change during it
  return () => writeFileSync(recordOf(build), fingerprint);
}

const recordOf = ({ folder }) => path.join(ROOT, folder, 'dist/.built-from');

async function run({ label, folder, tool, args }, node) {
  const cwd = path.join(ROOT, folder);
  const options = { cwd, env: pinnedEnvironment(node) };
  const done = await runQuietly(label, node, [toolScript(tool, tool, cwd), ...args], options);
  if (!done) giveUp(`${label} failed. See the output above.`);
}

function fingerprintOf({ folder, others = [] }) {
  const sources = [folder, ...others, ...SHARED];
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
