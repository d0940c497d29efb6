import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { IN_A_GROUP, signalGroup } from './process-group.mjs';
import { ROOT } from './root.mjs';
import { toolScript } from './tools.mjs';

/** Time limit of a step. The longest step takes about twenty minutes on a busy machine with two cores. */
const LONGEST_MS = 40 * 60_000;

const LAST_OUTPUT_MS = 2_000;

/** The length of the output that is kept for the end of the run. */
const TAIL_CHARACTERS = 60_000;

/**
 * Runs one step of the gate. `problem` is the reason for a failure; `tail` is the step's last output.
 *
 * @param held other steps run at the same time, so print this step's output when it ends
 */
export async function runStep(step, { node, env, held }) {
  const began = Date.now();
  const printed = [];
  const print = (stream, text) => (held ? printed.push([stream, text]) : stream.write(text));
  let tail = '';
  const hear = (stream, text) => {
    print(stream, text);
    tail = (tail + text).slice(-TAIL_CHARACTERS);
  };
  print(process.stdout, `\n── ${step.name}\n`);
  const problem = await attempt(step, node, env, hear);
  for (const [stream, text] of printed) stream.write(text);
  return { name: step.name, seconds: (Date.now() - began) / 1_000, problem, tail };
}

async function attempt({ tool, script, args, folder = ROOT }, node, env, hear) {
  try {
    const program = script === undefined ? toolScript(...tool, folder) : path.join(ROOT, script);
    return await run(node, [program, ...args], { cwd: folder, env }, hear);
  } catch (error) {
    return `could not run: ${error.message}`;
  }
}

function run(node, args, options, hear) {
  const child = spawn(node, args, { ...options, ...IN_A_GROUP, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    from.setEncoding('utf8');
    from.on('data', (text) => hear(to, text));
  }
  const stopChild = () => signalGroup(child, 'SIGTERM');
  process.once('exit', stopChild);
  let late = false;
  const deadline = setTimeout(() => {
    late = true;
    signalGroup(child, 'SIGKILL');
  }, LONGEST_MS);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    const ended = async (code, signal) => {
      clearTimeout(deadline);
      process.off('exit', stopChild);
      // Waits for the last output, but not for a process that the step left behind.
      await Promise.race([once(child, 'close'), sleep(LAST_OUTPUT_MS)]);
      if (late) resolve(`did not end within ${LONGEST_MS / 60_000} minutes`);
      else if (code !== 0) resolve(signal === null ? `exit code ${code}` : `ended by ${signal}`);
      else resolve(undefined);
    };
    child.once('exit', (code, signal) => void ended(code, signal));
  });
}
