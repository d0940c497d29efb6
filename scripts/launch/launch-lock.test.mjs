import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from './root.mjs';

const run = promisify(execFile);
let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'florin-launch-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A launcher that records its start time and its end time. */
const launcher = `
  import { appendFileSync } from 'node:fs';
  import { withLaunchLock } from ${JSON.stringify(path.join(ROOT, 'scripts/launch/launch-lock.mjs'))};
  const note = (what) => appendFileSync(process.argv[1], process.pid + ' ' + what + '\\n');
  await withLaunchLock(async () => {
    note('begins');
    await new Promise((resolve) => setTimeout(resolve, 100));
    note('done');
  });`;
const launch = (program = launcher) =>
  run(process.execPath, ['--input-type=module', '-e', program, path.join(folder, 'notes')]);
const notes = () =>
  readFileSync(path.join(folder, 'notes'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' '));

test('only one launcher at a time installs or builds', async () => {
  await Promise.all([launch(), launch(), launch()]);
  const all = notes();
  expect(all.map(([, what]) => what)).toEqual(['begins', 'done', 'begins', 'done', 'begins', 'done']);
  for (const each of [0, 2, 4]) expect(all[each][0]).toBe(all[each + 1][0]);
});

test('a launcher takes over the lock of a killed launcher', async () => {
  const gone = run(process.execPath, ['-e', '']);
  await gone;
  writeFileSync(path.join(ROOT, '.launching'), String(gone.child.pid));
  await launch();
  expect(notes()).toHaveLength(2);
});

test.runIf(process.platform === 'linux')(
  'a launcher takes over a lock whose process id now belongs to another process',
  async () => {
    writeFileSync(path.join(ROOT, '.launching'), `${process.pid} 1`);
    await launch();
    expect(notes()).toHaveLength(2);
  },
);

test.runIf(process.platform === 'linux')(
  'a launcher takes over a lock whose process id now belongs to another user',
  async () => {
    writeFileSync(path.join(ROOT, '.launching'), '1 1');
    // Simulates a user without the right to signal the other process, because the tests may run as root.
    const refused = `process.kill = () => { throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' }); };`;
    await launch(refused + launcher);
    expect(notes()).toHaveLength(2);
  },
);
