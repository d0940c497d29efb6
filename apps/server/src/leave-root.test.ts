import { chmodSync, lchownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { leavesRoot, openDataFolder } from '../test/root-started.ts';
import { ConfigProblem, parseConfig } from './config.ts';
import { userInPlaceOfRoot } from './leave-root.ts';
import { findObstacle } from './platform/user/find-obstacle.ts';

const isRoot = process.getuid?.() === 0;
const canLeave = leavesRoot();
const nobody = 65_534;

let folder: ReturnType<typeof openDataFolder>;
let [parent, dataDir] = ['', ''];
beforeEach(() => {
  folder = openDataFolder();
  ({ parent, dataDir } = folder);
});
afterEach(() => folder.remove());

describe.runIf(canLeave)('whether a server that root starts can work as another user', () => {
  const live = (more: object = {}) =>
    userInPlaceOfRoot({ ...parseConfig({ FLORIN_DATA_DIR: dataDir }), mode: 'live', ...more }, () => undefined);

  // Rules: asvs-13.2.1
  test('is decided before live opens anything: what the user cannot read keeps it from starting', async () => {
    mkdirSync(path.join(parent, 'legal'), { mode: 0o700 });
    const starting = live({ legalDir: path.join(parent, 'legal') });
    await expect(starting).rejects.toThrow(ConfigProblem);
    await expect(starting).rejects.toThrow(/cannot read .*legal: move Florin and its files to folders/);
    expect(await live()).toMatchObject({ uid: expect.any(Number) });
  });

  test('is no where a socket without a password leads to PostgreSQL, which may know root alone', async () => {
    const databaseUrl = 'postgres://postgres@localhost/florin?host=%2Frun%2Fpostgresql';
    await expect(live({ databaseUrl })).rejects.toThrow('give the password, or start Florin as an ordinary user');
    expect(await live({ databaseUrl: databaseUrl.replace('@', ':secret@') })).toBeDefined();
    expect(await live({ databaseUrl: 'postgres://postgres@localhost/florin' })).toBeDefined();
  });

  test('is not decided by a link to a database that root did not make', async () => {
    mkdirSync(dataDir);
    symlinkSync('/etc', path.join(dataDir, 'postgres'));
    expect(await live()).toBeDefined();
    lchownSync(path.join(dataDir, 'postgres'), nobody, nobody);
    await expect(live()).rejects.toThrow(/postgres is a link that root did not create\. Remove it/);
    rmSync(path.join(dataDir, 'postgres')); // stop-orphan would follow it
  });

  test('is asked of the kernel: folders, files, sockets, and becoming that user', async () => {
    const user = { uid: nobody, gid: nobody, name: undefined };
    const file = path.join(parent, 'file');
    writeFileSync(file, '', { mode: 0o644 });
    expect(
      await findObstacle(user, [
        { path: parent, to: 'read' },
        { path: file, to: 'read' },
      ]),
    ).toBeUndefined();
    expect(await findObstacle(user, [{ path: file, to: 'write' }])).toEqual({ path: file, to: 'write' });
    chmodSync(parent, 0o700);
    expect(await findObstacle(user, [{ path: file, to: 'read' }])).toEqual({ path: file, to: 'read' });
    expect(await findObstacle({ ...user, uid: -1 }, [])).toEqual({ refusedWith: expect.any(String) });
  });
});

test.skipIf(isRoot)('a server that an ordinary user starts stays that user', async () => {
  expect(await userInPlaceOfRoot(parseConfig({ FLORIN_DATA_DIR: dataDir }), () => undefined)).toBeUndefined();
});
