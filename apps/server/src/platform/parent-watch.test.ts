import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const WATCHING = `
  import { watchParent } from ${JSON.stringify(new URL('./parent-watch.ts', import.meta.url).href)};
  const work = setInterval(() => undefined, 1_000);
  const watch = () => watchParent(() => { console.log('gone'); clearInterval(work); });
  watch();
  console.log('watching');`;

const WATCHING_LATE = `${WATCHING.replace('watch();', `process.once('disconnect', () => setTimeout(watch, 100));`)}`;

test.each([
  ['with an IPC channel', WATCHING, ['ignore', 'inherit', 'inherit', 'ipc']],
  ['without an IPC channel', WATCHING, ['ignore', 'inherit', 'inherit']],
  ['with an IPC channel that closes before the watch starts', WATCHING_LATE, ['ignore', 'inherit', 'inherit', 'ipc']],
])('a process %s notices that its parent was killed', async (_how, program, stdio) => {
  const starting = `
    import { spawn } from 'node:child_process';
    const args = ['--input-type=module', '-e', ${JSON.stringify(program)}];
    spawn(process.execPath, args, { stdio: ${JSON.stringify(stdio)} });`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', starting], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  parent.stdout.on('data', (chunk) => (output += String(chunk)));
  await expect.poll(() => output, { timeout: 20_000 }).toContain('watching');

  parent.kill('SIGKILL');

  // The pipe closes when the watching process, which shares it, has ended.
  await once(parent, 'close');
  expect(output).toContain('gone');
});
