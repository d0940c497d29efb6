import { spawn } from 'node:child_process';
import path from 'node:path';
import { ROOT } from './root.mjs';
import { toolScript } from './tools.mjs';

const LONGEST_MS = 20 * 60_000;

/** Runs one step of the gate in the open. `problem` says why it did not pass. */
export async function runStep(step, node, env) {
  const began = Date.now();
  console.log(`\n── ${step.name}`);
  const problem = await attempt(step, node, env);
  return { name: step.name, seconds: (Date.now() - began) / 1_000, problem };
}

async function attempt({ tool, script, args, folder = ROOT }, node, env) {
  try {
    const program = script === undefined ? toolScript(...tool, folder) : path.join(ROOT, script);
    return await run(node, [program, ...args], { cwd: folder, env });
  } catch (error) {
    return `could not run: ${error.message}`;
  }
}

function run(node, args, options) {
  const child = spawn(node, args, { ...options, stdio: 'inherit' });
  const stopChild = () => child.kill();
  process.once('exit', stopChild);
  let late = false;
  const deadline = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, LONGEST_MS);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(deadline);
      process.off('exit', stopChild);
      if (late) resolve(`did not end within ${LONGEST_MS / 60_000} minutes`);
      else if (code !== 0) resolve(signal === null ? `exit code ${code}` : `ended by ${signal}`);
      else resolve(undefined);
    });
  });
}
