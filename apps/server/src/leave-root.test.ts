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

describe.runIf(canLeave)('the user of a server started as root', () => {
  const live = (more: object = {}) =>
    userInPlaceOfRoot({ ...parseConfig({ FLORIN_DATA_DIR: dataDir }), mode: 'live', ...more }, () => undefined);

  // Rules: asvs-13.2.1
  test('a live server does not start when the unprivileged user cannot read a needed file', async () => {
    mkdirSync(path.join(parent, 'legal'), { mode: 0o700 });
    const starting = live({ legalDir: path.join(parent, 'legal') });
    await expect(starting).rejects.toThrow(ConfigProblem);
    await expect(starting).rejects.toThrow(/cannot read .*legal\. Move Florin and its files to folders/);
    expect(await live()).toMatchObject({ uid: expect.any(Number) });
  });

  test('a live server does not start as root with a PostgreSQL socket and no password', async () => {
    const databaseUrl = 'postgres://postgres@localhost/florin?host=%2Frun%2Fpostgresql';
    await expect(live({ databaseUrl })).rejects.toThrow('Add a password, or start Florin as an ordinary user');
    expect(await live({ databaseUrl: databaseUrl.replace('@', ':secret@') })).toBeDefined();
    expect(await live({ databaseUrl: 'postgres://postgres@localhost/florin' })).toBeDefined();
  });

  test('a live server rejects a database link that root did not create', async () => {
    mkdirSync(dataDir);
    symlinkSync('/etc', path.join(dataDir, 'postgres'));
    expect(await live()).toBeDefined();
    lchownSync(path.join(dataDir, 'postgres'), nobody, nobody);
    await expect(live()).rejects.toThrow(/postgres is a link that root did not create\. Remove it/);
    rmSync(path.join(dataDir, 'postgres')); // otherwise stop-orphan would follow it
  });

  test('findObstacle reports unreadable folders and files, unwritable sockets, and an impossible user', async () => {
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

test.skipIf(isRoot)('a server started by an ordinary user keeps running as that user', async () => {
  expect(await userInPlaceOfRoot(parseConfig({ FLORIN_DATA_DIR: dataDir }), () => undefined)).toBeUndefined();
});
