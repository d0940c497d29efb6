import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { idsOf, leavesRoot, openDataFolder, stop } from '../test/root-started.ts';
import { findRunning, startEmbeddedPostgres } from './platform/embedded-postgres/index.ts';

const canLeave = leavesRoot();
const nobody = 65_534;

let folder: ReturnType<typeof openDataFolder>;
let dataDir: string;
let children: ChildProcess[];
beforeEach(() => {
  folder = openDataFolder();
  ({ dataDir } = folder);
  children = [];
});
afterEach(async () => {
  for (const child of children) await stop(child);
  folder.remove();
});

/**
 * Starts a process that gives up root like the server, and prints its database logins. The process runs until its input
 * ends.
 */
function standIn(): ChildProcess {
  const source = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  const program = `
    import { parseConfig } from ${source('config.ts')};
    import { userInPlaceOfRoot } from ${source('leave-root.ts')};
    import { migrateDatabase } from ${source('open-database.ts')};
    import { become } from ${source('platform/user/become.ts')};
    import { findRunning } from ${source('platform/embedded-postgres/index.ts')};
    import pg from ${JSON.stringify(import.meta.resolve('pg'))};
    const config = parseConfig(process.env);
    const user = await userInPlaceOfRoot(config, () => undefined);
    const migrated = await migrateDatabase(config, () => undefined);
    await migrated.holdOwner();
    become(user);
    const database = await migrated.openForWork();
    const { rows } = await database.pool.query('select session_user::text as session, current_user::text as now');
    const owner = new pg.Client(findRunning(config.dataDir));
    const refused = await owner.connect().then(() => 'let in', (error) => error.message);
    const { rows: [held] } = await migrated.ownerPool.query('select current_user::text as name');
    const asRoot = await Promise.resolve().then(() => process.setuid(0)).then(() => 'root again', (error) => error.code);
    console.log(JSON.stringify({ ...rows[0], held: held.name, refused, asRoot, password: database.pool.options.password }));
    process.stdin.on('end', () => database.close()).resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, DATABASE_URL: '', FLORIN_DATA_DIR: dataDir },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

type Standing = Record<'session' | 'now' | 'held' | 'refused' | 'asRoot', string> & { password?: string };

async function standingOf(child: ChildProcess): Promise<Standing> {
  let said = '';
  for await (const chunk of child.stdout ?? []) if ((said += String(chunk)).includes('\n')) break;
  return JSON.parse(said) as Standing;
}

/** Returns the result of a sign-in at the server's socket by a process of that user. */
function signInAs(uid: number, user: string, password = 'a guess'): string {
  const program = `
    const client = new (require(process.argv[1]).Client)(JSON.parse(process.argv[2]));
    client.connect().then(() => 'let in', (error) => error.message || error.code).then((how) => {
      console.log(how);
      process.exit();
    });`;
  const address = { ...findRunning(dataDir), user, password };
  const driver = fileURLToPath(import.meta.resolve('pg')).replace(/esm\/index\.mjs$/, 'lib/index.js');
  const args = ['-e', program, driver, JSON.stringify(address)];
  return execFileSync(process.execPath, args, { uid, gid: uid, encoding: 'utf8', cwd: '/' }).trim();
}

const readAs = (uid: number, file: string) =>
  spawnSync('head', ['-c', '1', file], { uid, gid: uid, encoding: 'utf8', env: { LC_ALL: 'C' } }).stderr;

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

describe.runIf(canLeave)('a server that gave up root', () => {
  // Rules: identity-20
  test('a server that gave up root signs in only as the application, with a password that no file or environment contains', async () => {
    const child = standIn();
    const { password = '', ...standing } = await standingOf(child);
    expect(standing).toEqual({
      session: 'florin_server',
      now: 'florin_app',
      held: 'postgres',
      refused: expect.stringContaining('Peer authentication failed'),
      asRoot: 'EPERM',
    });
    expect(password).toHaveLength(43);
    const places = [dataDir, findRunning(dataDir)?.host ?? ''].flatMap(filesBelow);
    expect(places.length).toBeGreaterThan(100);
    const holders = [...places, `/proc/${child.pid}/environ`, `/proc/${child.pid}/cmdline`].filter((file) =>
      readFileSync(file).includes(password),
    );
    expect(holders).toEqual([]);

    const account = folder.account();
    expect(signInAs(account, 'florin_server')).toContain('password authentication failed');
    expect(signInAs(account, 'florin_server', password)).toBe('let in');
    for (const user of ['postgres', 'florin_app'])
      expect(signInAs(account, user)).toContain('Peer authentication failed');
    for (const user of ['postgres', 'florin_app', 'florin_server']) {
      expect(signInAs(nobody, user, password)).toContain('EACCES');
    }
    for (const user of ['postgres', 'florin_app']) expect(signInAs(0, user)).toBe('let in'); // as commands do
    // The kernel protects the memory of a process that was root from other processes of the same user, such as the
    // engine.
    for (const file of ['environ', 'mem']) expect(readAs(account, `/proc/${child.pid}/${file}`)).toContain('denied');
    child.stdin?.end();
    await once(child, 'exit');
    expect(findRunning(dataDir)).toBeUndefined();
  });

  // Rules: identity-20
  test('a server that gave up root signs in by peer authentication without a password if its account has a name', async () => {
    const named = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((line) => line.startsWith('games:'));
    const uid = Number(named?.split(':')[2]);
    const earlier = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    await earlier.stop();
    execFileSync('chown', ['-R', String(uid), earlier.folder]);

    const child = standIn();

    expect(await standingOf(child)).toEqual({
      session: 'florin_app',
      now: 'florin_app',
      held: 'postgres',
      refused: expect.stringContaining('Peer authentication failed'),
      asRoot: 'EPERM',
    });
    expect(idsOf(child.pid ?? 0).uid).toEqual([String(uid)]);
    expect(signInAs(0, 'postgres')).toBe('let in');
    child.stdin?.end();
    await once(child, 'exit');
  });
});
