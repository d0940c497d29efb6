import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { copyCluster } from '../../../test/copy-cluster.ts';
import { type RunningPostgres, startEmbeddedPostgres } from './index.ts';
import { isAlive } from './process-table.ts';

let parent: string;
let dataDir: string;
let running: RunningPostgres[];
let lines: string[];

beforeEach(() => {
  parent = mkdtempSync(path.join(os.tmpdir(), 'florin-test-'));
  chmodSync(parent, 0o755);
  dataDir = path.join(parent, 'data');
  running = [];
  lines = [];
});

afterEach(async () => {
  for (const postgres of running) await postgres.stop();
  rmSync(parent, { recursive: true, force: true });
});

describe('the first start of the embedded PostgreSQL', () => {
  test('creates a durable database with UTF-8 and UTC, without a network port', async () => {
    const postgres = await start();

    expect(await setting(postgres, 'fsync')).toBe('on');
    expect(await setting(postgres, 'synchronous_commit')).toBe('on');
    expect(await setting(postgres, 'data_checksums')).toBe('on');
    expect(await setting(postgres, 'server_encoding')).toBe('UTF8');
    expect(await setting(postgres, 'TimeZone')).toBe('UTC');
    expect(await setting(postgres, 'listen_addresses')).toBe('');
    expect(lines.at(-1)).toContain(postgres.version);
    expect(lines.at(-1)).toContain(postgres.folder);
  });
});

describe('the embedded PostgreSQL', () => {
  beforeEach(() => copyCluster(dataDir));

  test('keeps the data across a restart of the embedded PostgreSQL', async () => {
    await query(await start(), 'create table kept as select 42 as answer');
    await stopAll();

    expect(await query(await start(), 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('leaves no PostgreSQL process running after a clean stop', async () => {
    const postgres = await start();
    const pid = postmasterPid(postgres.folder);
    expect(isAlive(pid)).toBe(true);

    await stopAll();

    expect(isAlive(pid)).toBe(false);
  });

  test('rejects a second server on the same data folder and names the first', async () => {
    const postgres = await start();

    await expect(start()).rejects.toThrow(`in use by another Florin server (process ${process.pid}`);

    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('rejects a data folder that is not writable and names it', async () => {
    mkdirSync(path.join(dataDir, 'owner.lock'), { recursive: true });

    await expect(start()).rejects.toThrow(`${dataDir} cannot be written`);
  });

  test('gives the data folder to exactly one of three servers that start together', async () => {
    await start();
    await stopAll();
    const starters = [0, 1, 2].map(() => startInChild());
    const answers = await Promise.all(starters.map((child) => firstLine(child)));

    expect(answers.filter((line) => line === 'ready')).toHaveLength(1);
    expect(answers.filter((line) => line.includes('in use by another Florin server'))).toHaveLength(2);

    await Promise.all(starters.map(stopChild));
  });

  test('adopts the engine of a killed server with its data', async () => {
    const child = startInChild(`create table orphaned as select 'still here' as note`);
    expect(await firstLine(child)).toBe('ready');
    child.kill('SIGKILL');
    await once(child, 'exit');

    const postgres = await start();

    expect(lines.join('\n')).toContain('Adopting PostgreSQL');
    expect(await query(postgres, 'select note from orphaned')).toEqual([{ note: 'still here' }]);
    const pid = postmasterPid(postgres.folder);
    await stopAll();
    expect(isAlive(pid)).toBe(false);
  });

  test('starts despite a stale postmaster.pid that names another program’s process', async () => {
    const { folder } = await start();
    const left = readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n');
    await stopAll();
    const stranger = spawn('sleep', ['60']);
    writeFileSync(path.join(folder, 'postmaster.pid'), [stranger.pid, ...left.slice(1)].join('\n'));

    const postgres = await start();

    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stopAll();
    expect(stranger.exitCode).toBeNull();
    stranger.kill();
  });

  test('restarts a killed engine with every committed row', async () => {
    const postgres = await start();
    await query(postgres, 'create table committed as select 7 as row');

    process.kill(postmasterPid(postgres.folder), 'SIGKILL');

    await expect.poll(() => lines.at(-1), { timeout: 30_000 }).toContain('PostgreSQL is running again');
    expect(await query(postgres, 'select row from committed')).toEqual([{ row: 7 }]);
  });

  test('reports an engine as lost when it cannot restart', async () => {
    const postgres = await start();
    appendFileSync(path.join(postgres.folder, 'florin.conf'), 'no_such_setting = on\n');

    process.kill(postmasterPid(postgres.folder), 'SIGKILL');

    expect((await postgres.lost).message).toContain('no_such_setting');
  });

  // Rules: identity-20
  test('allows only the server’s user and root to sign in, by peer authentication', async () => {
    const postgres = await start();
    const rules = await query(postgres, 'select type, user_name, auth_method, error from pg_hba_file_rules');
    const kernel = { type: 'local', user_name: ['all'], auth_method: 'peer', error: null };
    // An account without a name signs in with a password, and only as this login (leave-root.test.ts).
    const password = { ...kernel, user_name: ['florin_server'], auth_method: 'scram-sha-256' };
    expect(rules).toEqual(isAccountNamed(postgres) ? [kernel] : [password, kernel]);
    const users = [...new Set([os.userInfo().username, 'root'])];
    expect(await query(postgres, 'select sys_name, pg_username, error from pg_ident_file_mappings')).toEqual(
      ['postgres', '+florin_app'].flatMap((pg_username) =>
        users.map((sys_name) => ({ sys_name, pg_username, error: null })),
      ),
    );
    await query(postgres, 'create role stranger login superuser');
    const stranger = new pg.Client({ ...postgres.connection, user: 'stranger' });
    await expect(stranger.connect()).rejects.toThrow('Peer authentication failed');
  });

  // Rules: identity-20
  test.runIf(process.getuid?.() === 0)(
    'runs PostgreSQL under a separate account, even when the cluster belonged to the account nobody',
    async () => {
      const nobody = 65_534;
      const { folder } = await start();
      expect(statSync(folder).uid).not.toBe(nobody);
      await query(running[0] as RunningPostgres, 'create table kept as select 42 as answer');
      await stopAll();
      execFileSync('chown', ['-R', `${nobody}:${nobody}`, folder]);

      const postgres = await start();

      expect(statSync(path.join(folder, 'postmaster.pid')).uid).not.toBe(nobody);
      expect(await query(postgres, 'select answer from kept')).toEqual([{ answer: 42 }]);
    },
  );

  // Rules: identity-20
  test.runIf(process.getuid?.() === 0)('never follows a link out of the cluster folder as root', async () => {
    const { folder } = await start();
    await stopAll();
    const { uid, gid } = statSync(folder);
    const outside = path.join(parent, 'outside');
    writeFileSync(outside, 'as it was', { mode: 0o600 });
    linkSync(outside, path.join(folder, 'hard-link'));
    symlinkSync(parent, path.join(folder, 'symbolic-link'));
    for (const name of ['florin.conf.new', 'pg_hba.conf.new', 'startup.log']) {
      rmSync(path.join(folder, name), { force: true });
      symlinkSync(outside, path.join(folder, name));
    }
    rmSync(path.join(folder, 'florin.conf'));
    writeFileSync(path.join(folder, 'pg_hba.conf'), '');
    chownSync(folder, 0, 0); // as after a restore, when root owns the files and gives them to the account

    const postgres = await start();

    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(statSync(folder)).toMatchObject({ uid, gid });
    expect(readFileSync(outside, 'utf8')).toBe('as it was');
    expect(statSync(outside)).toMatchObject({ uid: 0, mode: 0o100600 });
    expect(statSync(parent).uid).toBe(0);
  });

  test('rejects a database of another PostgreSQL version with a remedy', async () => {
    const { folder } = await start();
    await stopAll();
    writeFileSync(path.join(folder, 'PG_VERSION'), '15\n');

    await expect(start()).rejects.toThrow('was written by PostgreSQL 15');
  });
});

/** Does the engine run as this process's user, or as an account in /etc/passwd? */
function isAccountNamed({ folder }: RunningPostgres): boolean {
  const { uid } = statSync(folder);
  const known = readFileSync('/etc/passwd', 'utf8').split('\n');
  return uid === process.getuid?.() || known.some((line) => line.split(':')[2] === String(uid));
}

async function start(): Promise<RunningPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) });
  running.push(postgres);
  return postgres;
}

async function stopAll(): Promise<void> {
  for (const postgres of running.splice(0)) await postgres.stop();
}

async function query(postgres: RunningPostgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function setting(postgres: RunningPostgres, name: string): Promise<unknown> {
  const [row] = await query(postgres, `select current_setting('${name}') as value`);
  return row !== null && typeof row === 'object' && 'value' in row ? row.value : undefined;
}

function postmasterPid(folder: string): number {
  return Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/**
 * Starts another server on the same folder. The process prints "ready" or the error, and runs until it is stopped or
 * killed.
 */
function startInChild(sql = 'select 1'): ChildProcess {
  const program = `
    import pg from ${JSON.stringify(import.meta.resolve('pg'))};
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
    try {
      const postgres = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => undefined });
      const client = new pg.Client(postgres.connection);
      await client.connect();
      await client.query(${JSON.stringify(sql)});
      await client.end();
      process.on('SIGTERM', () => postgres.stop());
      console.log('ready');
    } catch (error) {
      console.log(error.message);
    }`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0] ?? '';
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
