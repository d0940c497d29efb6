import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hasRoom } from './memory-folder.mjs';

const script = new URL('memory-folder.mjs', import.meta.url).href;
const folderOfAnotherProcess = (environment) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { existsSync } from 'node:fs';
       import { inMemory } from '${script}';
       const { TMPDIR: folder } = inMemory();
       process.stdout.write(JSON.stringify({ folder, isThere: existsSync(folder ?? '') }));`,
    ],
    { env: { ...process.env, ...environment }, encoding: 'utf8' },
  );

test('a run does not use a memory folder if TMPDIR is set', () => {
  const { stdout } = folderOfAnotherProcess({ TMPDIR: '/tmp' });
  expect(JSON.parse(stdout)).toEqual({ isThere: false });
});

test.runIf(hasRoom({}))('a run removes its memory folder at the end, and the folders of killed runs', () => {
  const left = mkdtempSync('/dev/shm/florin-tests-4194305-'); // above the highest process id
  const own = mkdtempSync(`/dev/shm/florin-tests-${process.pid}-`);
  const foreign = `${left}-of-nobody`.replace('florin-tests', 'other-tests');
  mkdirSync(foreign);
  try {
    const { stdout, stderr } = folderOfAnotherProcess({ TMPDIR: '' });
    expect(stderr).toBe('');
    const { folder, isThere } = JSON.parse(stdout);
    expect(folder).toMatch(/^\/dev\/shm\/florin-tests-\d+-/);
    expect(isThere).toBe(true);
    expect([folder, left, own, foreign].map((each) => existsSync(each))).toEqual([false, false, true, true]);
  } finally {
    for (const each of [left, own, foreign]) rmSync(each, { recursive: true, force: true });
  }
});

test.runIf(hasRoom({}))('a run continues if another run removes a memory folder meanwhile', () => {
  const gone = `/dev/shm/florin-tests-4194305-${process.pid}`;
  symlinkSync('/nowhere', gone); // is listed like a folder, but cannot be read
  try {
    const { stdout, stderr, status } = folderOfAnotherProcess({ TMPDIR: '' });
    expect([status, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout).isThere).toBe(true);
  } finally {
    rmSync(gone, { force: true });
  }
});

const toMount = (folder) => spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]).status === 0;

test.runIf(hasRoom({})).each([
  { what: 'unmounted and removed', PATH: process.env.PATH, isThere: false },
  { what: 'left where nothing can unmount it', PATH: '/nowhere', isThere: true },
])('a disk that a killed run left mounted is $what', ({ PATH, isThere }) => {
  const left = mkdtempSync('/dev/shm/florin-tests-4194305-');
  const disk = path.join(left, 'disk');
  mkdirSync(disk);
  const isMounted = toMount(disk); // only root may mount; otherwise it is a plain folder
  try {
    const { stdout, stderr, status } = folderOfAnotherProcess({ TMPDIR: '', PATH });
    expect([status, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout).isThere).toBe(true);
    expect(existsSync(left)).toBe(isThere && isMounted);
  } finally {
    if (existsSync(disk)) spawnSync('umount', [disk]);
    rmSync(left, { recursive: true, force: true });
  }
});
