/**
 * `npm run t -- send-money` runs the tests whose file path has these words, on the pinned Node; where no path has them, the
 * files whose text has them. `--watch` runs them again on every change. Other options go to Vitest: `-t 'a title'`.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { install } from './launch/install.mjs';
import { inMemory } from './launch/memory-folder.mjs';
import { findPinnedNode, pinnedEnvironment, requireNode } from './launch/pinned-node.mjs';
import { ROOT } from './launch/root.mjs';
import { giveUp } from './launch/say.mjs';
import { listenForStop, whenAskedToStop } from './launch/stop-request.mjs';
import { toolScript } from './launch/tools.mjs';

/** By its Vitest project, where the tests of a path are. */
const PROJECTS = [
  ['packages', /^packages\//],
  ['scripts', /^scripts\//],
  ['server', /^apps\/server\//],
  ['web', /^apps\/web\//],
];
/** More files are listed and not run. */
const MOST = 12;

requireNode();
listenForStop();
await install();
const { words, options, isWatching } = parse(process.argv.slice(2));
if (words.length === 0) giveUp('Name a test: npm run t -- send-money');
const files = filesWith(words);
if (files.length === 0) giveUp(`No test has all of these words: ${words.join(', ')}. Name one file per run.`);
if (files.length > MOST)
  giveUp(`${files.length} tests have “${words.join(' ')}”. Name one of them:\n${files.join('\n')}`);
process.exitCode = await run();

function parse(args) {
  const from = args.findIndex((arg) => arg.startsWith('-') && arg !== '--watch');
  const [own, options] = from < 0 ? [args, []] : [args.slice(0, from), args.slice(from)];
  return {
    words: own.filter((arg) => arg !== '--watch').map((word) => word.replace(/^\.\//, '')),
    options: options.filter((arg) => arg !== '--watch'),
    isWatching: args.includes('--watch'),
  };
}

function filesWith(words) {
  const all = ['packages', 'scripts', 'apps'].flatMap((folder) => testsBelow(folder));
  const inPath = all.filter((file) => words.every((word) => file.includes(word)));
  if (inPath.length > 0) return inPath;
  return all.filter((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return words.every((word) => text.includes(word));
  });
}

function testsBelow(folder) {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const child = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : testsBelow(child);
    return /\.test\.(ts|tsx|mjs)$/.test(entry.name) ? [child] : [];
  });
}

function run() {
  const projects = PROJECTS.filter(([, pattern]) => files.some((file) => pattern.test(file)));
  const args = [
    isWatching ? 'watch' : 'run',
    ...projects.flatMap(([name]) => ['--project', name]),
    ...files,
    ...options,
  ];
  const node = findPinnedNode();
  const env = { ...pinnedEnvironment(node), ...inMemory() };
  const vitest = spawn(node, [toolScript('vitest', 'vitest', ROOT), ...args], { cwd: ROOT, env, stdio: 'inherit' });
  whenAskedToStop(() => vitest.kill('SIGTERM'));
  return new Promise((resolve) => {
    vitest.once('error', () => resolve(1));
    vitest.once('exit', (code) => resolve(code ?? 1));
  });
}
