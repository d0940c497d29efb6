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

/** Listens until it is asked to stop, or nobody has asked for a while. */
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

/** Says by which number it goes, and runs a command in its own terms: as npm does, and as whoever started npm. */
const starter = (name, command) => `
  import { spawn } from 'node:child_process';
  console.log('${name} ' + process.pid);
  spawn(${JSON.stringify(command[0])}, ${JSON.stringify(command.slice(1))}, { stdio: 'inherit' });
  setTimeout(() => undefined, 60_000); // a test that fails leaves nobody behind for long`;

/** Somebody who starts npm, which starts the launcher. Kills one of the two and answers what became of the launcher. */
async function killing(whom, { withShell }) {
  const file = (name, text) => {
    const program = path.join(folder, `${name}-${withShell ? 'with' : 'without'}-shell.mjs`);
    writeFileSync(program, text);
    return [process.execPath, program];
  };
  const direct = file('launcher', launcher);
  const npm = file('npm', starter('npm', withShell ? ['sh', '-c', '"$0" "$1"; exit', ...direct] : direct));
  const [program, ...args] = file('somebody', starter('somebody', npm));
  const somebody = spawn(program, args, {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  somebody.stdout.on('data', (chunk) => (said += String(chunk)));
  const pidOf = (name) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(said)?.[1]);
  const ended = once(somebody.stdout, 'close');
  await expect.poll(() => said, { timeout: 20_000 }).toContain('listening');
  process.kill(pidOf(whom), 'SIGKILL');
  await expect.poll(() => said, { timeout: 20_000 }).toMatch(/asked/);
  for (const other of ['npm', 'somebody'].filter((name) => name !== whom)) process.kill(pidOf(other), 'SIGKILL');
  await ended;
  return said.trim().split('\n').at(-1);
}

const eitherWay = (whom) => Promise.all([true, false].map((withShell) => killing(whom, { withShell })));

test('the end of npm is noticed, with its shell between and without', { timeout: 60_000 }, async () => {
  const gone = 'asked to stop: whoever started this is gone';
  expect(await eitherWay('npm')).toEqual([gone, gone]);
});

test('whoever started npm may go: what was put into the background stays', { timeout: 60_000 }, async () => {
  expect(await eitherWay('somebody')).toEqual(['not asked', 'not asked']);
});
