import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from './root.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'florin-run-server-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A stand-in for the server that records the first signal and exits. */
const server = (notes) => `#!${process.execPath}
  const { writeFileSync } = require('node:fs');
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      writeFileSync(${JSON.stringify(notes)}, signal);
      process.exit(0);
    });
  setInterval(() => undefined, 1_000);
  console.log('ready');`;

const launcher = `
  import { runServer } from ${JSON.stringify(path.join(ROOT, 'scripts/launch/run-server.mjs'))};
  import { listenForStop } from ${JSON.stringify(path.join(ROOT, 'scripts/launch/stop-request.mjs'))};
  listenForStop();
  const { clean } = await runServer(process.argv[1]);
  process.exitCode = clean ? 0 : 1;`;

/** Starts a launcher and waits until its server is ready. */
async function launch() {
  const [program, notes] = ['server', 'notes'].map((name) => path.join(folder, name));
  writeFileSync(program, server(notes), { mode: 0o755 });
  const child = spawn(process.execPath, ['--input-type=module', '-e', launcher, program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) if (/ready/.test(chunk)) break;
  return { child, heard: () => readFileSync(notes, 'utf8') };
}

test.each(['SIGINT', 'SIGTERM'])('the server receives %s as the same signal', async (signal) => {
  const { child, heard } = await launch();
  child.kill(signal);
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(heard()).toBe(signal);
});

test("the server stops cleanly when the launcher's output is closed", async () => {
  const { child, heard } = await launch();
  child.stdout.destroy();
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(heard()).toBe('SIGTERM');
});
