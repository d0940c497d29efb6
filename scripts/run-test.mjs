/**
 * `npm run t -- send-money` runs the tests with these words in the file path, on the pinned Node. If no such path
 * exists, the script builds the product and runs the browser tests with this path, or else the tests with these words
 * in their text. Whole paths of files run these files: `npm run t -- $(git diff --name-only '*.test.*')`. `--watch` runs tests again on every change. Other options go to Vitest (`-t 'a title'`) or, for
 * browser tests, to Playwright (`-g 'a title'`).
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildAll } from './launch/build.mjs';
import { install } from './launch/install.mjs';
import { inMemory } from './launch/memory-folder.mjs';
import { findPinnedNode, pinnedEnvironment, requireNode } from './launch/pinned-node.mjs';
import { ROOT } from './launch/root.mjs';
import { giveUp } from './launch/say.mjs';
import { listenForStop, whenAskedToStop } from './launch/stop-request.mjs';
import { toolScript } from './launch/tools.mjs';

/** The paths of the tests by their Vitest project. */
const PROJECTS = [
  ['packages', /^packages\//],
  ['scripts', /^scripts\//],
  ['server', /^apps\/server\//],
  ['web', /^apps\/web\//],
];
const TEST_NAME = /\.(test|spec)\.(ts|tsx|mjs)$/;
/** Tests in the browser, which Playwright runs. */
const IN_BROWSER = /^e2e\//;
/** The maximum number of files to run. More files are only listed. */
const MOST = 12;

requireNode();
listenForStop();
await install();
const { words, options, isWatching } = parse(process.argv.slice(2));
if (words.length === 0) giveUp('Name a test: npm run t -- send-money');
const files = filesWith(words);
if (files.length === 0)
  giveUp(`No test has all of these words: ${words.join(', ')}. Name one file, or several by their whole paths.`);
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
  if (words.length > 1 && words.every(isTest)) return words;
  const all = ['packages', 'scripts', 'apps'].flatMap((folder) => testsBelow(folder));
  const haveWords = (paths) => paths.filter((file) => words.every((word) => file.includes(word)));
  const inPath = haveWords(all);
  if (inPath.length > 0) return inPath;
  const inBrowser = haveWords(testsBelow('e2e'));
  if (inBrowser.length > 0) return inBrowser;
  return all.filter((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return words.every((word) => text.includes(word));
  });
}

function testsBelow(folder) {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const child = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : testsBelow(child);
    return TEST_NAME.test(entry.name) ? [child] : [];
  });
}

function isTest(word) {
  return TEST_NAME.test(word) && existsSync(path.join(ROOT, word));
}

async function run() {
  const isInBrowser = files.every((file) => IN_BROWSER.test(file));
  if (!isInBrowser && files.some((file) => IN_BROWSER.test(file)))
    giveUp('Browser tests and other tests run separately. Name one kind.');
  const tool = isInBrowser ? playwright() : vitest();
  const node = findPinnedNode();
  if (isInBrowser) await buildAll(node);
  const env = { PW_DISABLE_TS_ESM: '1', ...pinnedEnvironment(node), ...inMemory() };
  const tests = spawn(node, [tool.script, ...tool.args], { cwd: tool.folder, env, stdio: 'inherit' });
  whenAskedToStop(() => tests.kill('SIGTERM'));
  return new Promise((resolve) => {
    tests.once('error', () => resolve(1));
    tests.once('exit', (code) => resolve(code ?? 1));
  });
}

function playwright() {
  if (isWatching) giveUp('Browser tests cannot be watched. Leave out --watch.');
  const folder = path.join(ROOT, 'e2e');
  const names = files.map((file) => file.replace(IN_BROWSER, ''));
  return { folder, script: toolScript('@playwright/test', 'playwright', folder), args: ['test', ...names, ...options] };
}

function vitest() {
  const projects = PROJECTS.filter(([, pattern]) => files.some((file) => pattern.test(file)));
  const args = [
    isWatching ? 'watch' : 'run',
    ...projects.flatMap(([name]) => ['--project', name]),
    ...files,
    ...options,
  ];
  return { folder: ROOT, script: toolScript('vitest', 'vitest', ROOT), args };
}
