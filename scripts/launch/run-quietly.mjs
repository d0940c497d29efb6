import { spawn } from 'node:child_process';
import { say } from './say.mjs';

/**
 * Runs a program and hides its output unless it fails. Reports progress every ten seconds. Returns whether it
 * succeeded.
 */
export async function runQuietly(label, command, args, { timeoutMs, ...options } = {}) {
  say(label);
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1_000);
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const stopChild = () => child.kill();
  process.once('exit', stopChild);
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  const progress = setInterval(() => say(`${label} … ${seconds()} s`), 10_000);
  const deadline = timeoutMs && setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const failure = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) =>
      resolve(code === 0 ? undefined : signal ? `ended by ${signal}` : `exit code ${code}`),
    );
  });
  process.off('exit', stopChild);
  clearInterval(progress);
  clearTimeout(deadline);
  if (failure === undefined) {
    say(`${label}: done in ${seconds()} s`);
    return true;
  }
  process.stderr.write(Buffer.concat(output));
  say(`${label}: failed (${failure}) after ${seconds()} s`);
  return false;
}
