import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from './root.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'florin-stop-request-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A launcher that waits for a stop request for three seconds. */
const launcher = `
  import { listenForStop, whenAskedToStop } from ${JSON.stringify(path.join(ROOT, 'scripts/launch/stop-request.mjs'))};
  listenForStop();
  const end = (how) => {
    console.log(how);
    process.exit();
  };
  whenAskedToStop((reason) => end('asked to stop: ' + reason));
  console.log('listening');
  setTimeout(end, 3_000, 'not asked');`;

/** A program that prints its process id and runs a command, like npm or the process that starts npm. */
const starter = (name, command) => `
  import { spawn } from 'node:child_process';
  console.log('${name} ' + process.pid);
  spawn(${JSON.stringify(command[0])}, ${JSON.stringify(command.slice(1))}, { stdio: 'inherit' });
  setTimeout(() => undefined, 60_000); // a failed test leaves no process behind for long`;

/**
 * Starts a process that starts npm, which starts the launcher. Kills one of the first two and returns the launcher's
 * last line.
 */
async function killing(whom, { withShell }) {
  const file = (name, text) => {
    const program = path.join(folder, `${name}-${withShell ? 'with' : 'without'}-shell.mjs`);
    writeFileSync(program, text);
    return [process.execPath, program];
  };
  const direct = file('launcher', launcher);
  const npm = file('npm', starter('npm', withShell ? ['sh', '-c', '"$0" "$1"; exit', ...direct] : direct));
  const [program, ...args] = file('parent', starter('parent', npm));
  const parent = spawn(program, args, {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  parent.stdout.on('data', (chunk) => (said += String(chunk)));
  const pidOf = (name) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(said)?.[1]);
  const ended = once(parent.stdout, 'close');
  await expect.poll(() => said, { timeout: 20_000 }).toContain('listening');
  process.kill(pidOf(whom), 'SIGKILL');
  await expect.poll(() => said, { timeout: 20_000 }).toMatch(/asked/);
  for (const other of ['npm', 'parent'].filter((name) => name !== whom)) process.kill(pidOf(other), 'SIGKILL');
  await ended;
  return said.trim().split('\n').at(-1);
}

const eitherWay = (whom) => Promise.all([true, false].map((withShell) => killing(whom, { withShell })));

test('the launcher stops when npm ends, with and without a shell in between', { timeout: 60_000 }, async () => {
  const gone = 'asked to stop: its parent process ended';
  expect(await eitherWay('npm')).toEqual([gone, gone]);
});

test("the launcher keeps running in the background when npm's parent ends", { timeout: 60_000 }, async () => {
  expect(await eitherWay('parent')).toEqual(['not asked', 'not asked']);
});
