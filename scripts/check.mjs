/**
 * Runs the whole gate, locally and in CI. `npm run check` runs every step. `npm run check -- lint types` runs only
 * these two steps. If a step fails, hangs or cannot run, the gate fails; the other steps still run.
 */
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { beginBuild } from './launch/build.mjs';
import { inMemory } from './launch/memory-folder.mjs';
import { findPinnedNode, pinnedEnvironment } from './launch/pinned-node.mjs';
import { ROOT } from './launch/root.mjs';
import { runStep } from './launch/run-step.mjs';
import { giveUp } from './launch/say.mjs';
import { listenForStop } from './launch/stop-request.mjs';

const E2E = path.join(ROOT, 'e2e');
const WEB = path.join(ROOT, 'apps/web');
const SERVER = path.join(ROOT, 'apps/server');

/** The two lanes run at the same time, because most of their steps use one core. */
const LANES = [
  [
    {
      name: 'lint',
      tool: ['oxlint', 'oxlint'],
      args: ['--type-aware', '--deny-warnings', '--report-unused-disable-directives', '.'],
    },
    // Each checker reads the types of all libraries. On few cores one checker per project is fastest.
    { name: 'types', tool: ['typescript', 'tsc'], args: ['-b', '--checkers', '1'] },
  ],
  [
    { name: 'lock', script: 'scripts/complete-lock.mjs', args: ['--check'] },
    { name: 'format', tool: ['oxfmt', 'oxfmt'], args: ['--check', '.'] },
    { name: 'boundaries', script: 'scripts/check-boundaries.mjs', args: [] },
    { name: 'dead-code', tool: ['knip', 'knip'], args: [] },
    { name: 'build-server', tool: ['rolldown', 'rolldown'], args: ['-c', 'rolldown.config.ts'], folder: SERVER },
  ],
];
/**
 * These steps run afterwards, one at a time: tests and e2e use all cores. The web app is built after the tests, because
 * servers in tests would serve it.
 */
const LAST = [
  { name: 'tests', tool: ['vitest', 'vitest'], args: ['run'] },
  { name: 'build', tool: ['vite', 'vite'], args: ['build'], folder: WEB },
  // In rare cases a browser stops drawing frames. So a failed test runs once more, and the report names the test.
  { name: 'e2e', tool: ['@playwright/test', 'playwright'], args: ['test', '--retries', '1'], folder: E2E },
];
const BUILDS = ['build-server', 'build'];
/** The number of lines of a failed test's error, and of a failed step's output, to repeat at the end. */
const ERROR_LINES = 8;
const REPEATED_CHARACTERS = 12_000;

const STEPS = [...LANES.flat(), ...LAST];

listenForStop();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length > 0)
  giveUp(`Unknown step: ${unknown.join(', ')}. Steps: ${STEPS.map(({ name }) => name).join(', ')}.`);

const node = findPinnedNode();
// tsc and the type-aware lint are written in Go. GOGC=400 makes them up to a fifth faster and uses up to 800 MB more.
// Node reads the TypeScript of e2e itself, so Playwright's compiler is off.
const environment = { GOGC: '400', PW_DISABLE_TS_ESM: '1', ...pinnedEnvironment(node), ...inMemory() };
const isWanted = ({ name }) => wanted.length === 0 || wanted.includes(name);
const lanes = LANES.map((steps) => steps.filter(isWanted)).filter((steps) => steps.length > 0);
const results = (await Promise.all(lanes.map((steps) => runEach(steps, lanes.length > 1)))).flat();
report([...results, ...(await runEach(LAST.filter(isWanted), false))]);

async function runEach(steps, held) {
  const done = [];
  for (const step of steps) {
    // Records the build. Otherwise a test that runs `npm start` would build again, while other tests use the files.
    const record = BUILDS.includes(step.name) ? beginBuild(step.folder) : undefined;
    const result = await runStep(step, { node, env: environment, held });
    if (result.problem === undefined) record?.();
    done.push(result);
    if (step.name === 'build-server' && result.problem === undefined)
      environment.BUILT_SERVER = path.join(SERVER, 'dist/main.js'); // read by apps/server/test/server-program.ts
  }
  return done;
}

function report(all) {
  const failed = all.filter(({ problem }) => problem !== undefined);
  // Repeats the failures at the end of a long log.
  for (const { name, tail } of failed)
    console.log(`\n── ${name}: end of its output\n${tail.trimEnd().slice(-REPEATED_CHARACTERS)}`);
  console.log('');
  for (const { name, seconds, problem, tail } of all) {
    console.log(
      `${problem === undefined ? 'ok  ' : 'FAIL'}  ${name.padEnd(12)} ${seconds.toFixed(1).padStart(7)} s  ${problem ?? ''}`,
    );
    const failures = failuresIn(tail);
    if (problem === undefined && failures.length > 0) console.log('        passed at the second try:');
    for (const line of failures) console.log(`        ${line}`);
  }
  console.log(`\n${all.length - failed.length} passed, ${failed.length} failed`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

/** Returns the lines in which vitest and Playwright name failed tests, each once with the start of its error. */
function failuresIn(tail) {
  const lines = stripVTControlCharacters(tail)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const shown = new Map();
  for (const [at, line] of lines.entries()) {
    const test = /^(?:FAIL |\d+\) \[|\[\w[\w-]*\] › )/.test(line) && line.replace(/^\d+\) | ─+$/g, '');
    if (!test) continue;
    const error = lines.slice(at + 1, at + 1 + ERROR_LINES);
    if (line.startsWith('[')) shown.set(test, shown.get(test) ?? []);
    else shown.set(test, error);
  }
  return [...shown].flatMap(([test, error]) => [test, ...error.map((line) => `    ${line}`)]);
}
