/**
 * `npm run florin -- <command>`: Florin's command line. The server has the commands of operators
 * (apps/server/src/cli.ts); this script itself starts `prove`, `bench` and `rehearse`.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { BENCH_USAGE, BENCHMARKS } from './florin/benchmarks.mjs';
import { install } from './launch/install.mjs';
import { findPinnedNode, requireNode } from './launch/pinned-node.mjs';
import { ROOT } from './launch/root.mjs';
import { giveUp } from './launch/say.mjs';
import { listenForStop, whenAskedToStop } from './launch/stop-request.mjs';

requireNode();
listenForStop();
const args = process.argv.slice(2);
const [command, ...rest] =
  args[0] === 'help' && ['prove', 'bench', 'rehearse'].includes(args[1]) ? [args[1], '--help'] : args;
if (command === 'bench') await bench(rest);
else if (command === 'prove') await run('scripts/prove.mjs', rest);
else if (command === 'rehearse') await run('apps/server/rehearsal/rehearse.ts', rest);
else await run('apps/server/src/cli.ts', args);

async function bench([name, ...more]) {
  if (name === undefined || name === '--help' || name === '-h') return console.log(BENCH_USAGE);
  const file = BENCHMARKS.find((benchmark) => benchmark.name === name)?.file;
  if (file === undefined) giveUp(`Unknown measurement: ${name}.\n${BENCH_USAGE}`, 2);
  if (more.length > 0) giveUp(`Unexpected arguments: ${more.join(' ')}.\n${BENCH_USAGE}`, 2);
  await run(`bench/${file}`, []);
}

/** Runs a script to its end, with this process's streams and environment. Passes on the script's exit code. */
async function run(script, options) {
  await install();
  const child = spawn(findPinnedNode(), [path.join(ROOT, script), ...options], { cwd: ROOT, stdio: 'inherit' });
  whenAskedToStop(() => child.kill('SIGTERM'));
  process.exitCode = await new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
