import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, demoLogin, endpoints } from '@florin/contract';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../test/free-port.ts';
import { picture } from '../test/kyc.ts';
import { idsOf, leavesRoot, openDataFolder, stop } from '../test/root-started.ts';
import { serverProgram } from '../test/server-program.ts';
import { testMasterKey } from '../test/test-app.ts';
import { urlOf } from '../test/test-database.ts';
import { withLogin } from './application-login.ts';
import { findRunning, startEmbeddedPostgres } from './platform/embedded-postgres/index.ts';

const canLeave = leavesRoot();

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

type Started = {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly origin: string;
  readonly said: () => string;
};

/** Starts the whole server and waits until it is ready. */
async function start(env: Readonly<Record<string, string>> = {}, program = serverProgram): Promise<Started> {
  const port = await freePort();
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      FLORIN_SEED: 'off',
      FLORIN_PAST_PRICES: 'off',
      FLORIN_RATE_LIMITS: 'off',
      DATABASE_URL: '',
      FLORIN_DATA_DIR: dataDir,
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => (said += String(chunk)).includes('Florin is ready') && resolve());
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { child, pid: child.pid ?? 0, origin: `http://127.0.0.1:${port}`, said: () => said };
}

/** Exercises the product: signs in, sends money, downloads a PDF receipt, signs up a member and uploads a picture. */
async function exerciseServer({ origin }: Started) {
  const anybody = createClient({ origin, fetch, token: () => null });
  const { token } = await anybody.call(endpoints.login, { body: { ...demoLogin } });
  const ines = createClient({ origin, fetch, token: () => token });
  const body = { recipient_email: 'somebody@elsewhere.example', amount: '1.25' };
  const sent = await ines.call(endpoints.sendMoney, { body });
  const receipt = await fetch(`${origin}/api/transactions/${sent.id}/receipt`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([receipt.status, (await receipt.text()).slice(0, 5)]).toEqual([200, '%PDF-']);

  const password = 'correct horse battery';
  const signedUp = { email: 'new@florin.example', password, name: 'Neil Newman' };
  const { token: newcomer } = await anybody.call(endpoints.signup, { body: signedUp });
  const form = new FormData();
  form.set('kind', 'selfie');
  form.set('file', new File([new Uint8Array(await picture())], 'selfie.jpg', { type: 'image/jpeg' }));
  const headers = { authorization: `Bearer ${newcomer}` };
  const uploaded = await fetch(`${origin}/api/kyc/documents`, { method: 'POST', headers, body: form });
  expect(uploaded.status).toBe(200);
  const page = await fetch(origin);
  expect(page.status).toBeLessThan(500);
}

describe.runIf(canLeave)('a server started as root', () => {
  // Rules: identity-20
  test('a server started as root serves requests as its engine’s account, even after a restart', async () => {
    const first = await start({ FLORIN_SEED: 'on' });
    await exerciseServer(first);
    const account = String(folder.account());
    expect(account).not.toBe('0');
    const { uid, gid, groups, capabilities } = idsOf(first.pid);
    expect([uid, capabilities]).toEqual([[account], ['0000000000000000']]);
    expect(gid).toEqual(expect.arrayContaining(groups)); // an account with a name has its own group
    expect(gid).not.toContain('0');

    await stop(first.child);
    expect([first.child.exitCode, findRunning(dataDir)]).toEqual([0, undefined]);
    expect(readFileSync(path.join(dataDir, 'owner.json'), 'utf8')).toBe('');

    const second = await start({ FLORIN_SEED: 'on' });
    expect(idsOf(second.pid).uid).toEqual([account]);
    expect((await fetch(`${second.origin}/readyz`)).status).toBe(200);
  });

  test('a server started as root restarts a killed engine without the owner’s login', async () => {
    const { origin, said } = await start();
    const pid = Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    await expect.poll(said, { timeout: 60_000 }).toContain('PostgreSQL is running again');
    await expect.poll(async () => (await fetch(`${origin}/readyz`)).status, { timeout: 10_000 }).toBe(200);
  });

  test('a server uses the data folder of a server that ran as root, and changes only the database’s owner', async () => {
    const earlier = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    await earlier.stop();
    writeFileSync(path.join(dataDir, 'owner.json'), '{}\n');
    writeFileSync(path.join(dataDir, 'master.key'), `${testMasterKey.toString('base64')}\n`, { mode: 0o600 });
    execFileSync('chown', ['-R', '0:0', dataDir]);

    const { pid } = await start();

    expect(idsOf(pid).uid).toEqual([String(folder.account())]);
    expect(folder.account()).not.toBe(0);
    for (const name of readdirSync(dataDir).filter((one) => one !== 'postgres'))
      expect([name, statSync(path.join(dataDir, name)).uid]).toEqual([name, 0]);
    expect(statSync(path.join(dataDir, 'master.key')).mode & 0o777).toBe(0o600);
  });

  // Rules: asvs-13.2.1
  test('a server started as root gives up root if DATABASE_URL is set', async () => {
    const engine = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    try {
      const rules = 'local all postgres peer map=florin\nlocal all all scram-sha-256\n';
      writeFileSync(path.join(engine.folder, 'pg_hba.conf'), rules);
      const owner = new pg.Client(engine.connection);
      await owner.connect();
      await owner.query(`create role books_owner login createrole password 'books'`);
      await owner.query('create database books owner books_owner');
      await owner.query('select pg_reload_conf()');
      await owner.end();
      const url = withLogin(urlOf({ ...engine.connection, database: 'books' }), 'books_owner', 'books');
      const { child, pid, said } = await start({
        DATABASE_URL: url,
        FLORIN_MASTER_KEY: testMasterKey.toString('base64'),
      });
      expect(said()).not.toContain('keeps running as root');
      expect(idsOf(pid).uid).not.toContain('0');
      await stop(child);
    } finally {
      await engine.stop();
    }
  });

  // Rules: asvs-13.2.1
  test('a server stays root and explains why when its account cannot read the program', async () => {
    const copy = path.join(folder.parent, 'private');
    mkdirSync(path.join(copy, 'apps/server'), { recursive: true, mode: 0o755 });
    chmodSync(copy, 0o700);
    const repository = fileURLToPath(new URL('../../../', import.meta.url));
    for (const part of ['src', 'seed', 'database', 'package.json'])
      cpSync(path.join(repository, 'apps/server', part), path.join(copy, 'apps/server', part), { recursive: true });
    for (const part of ['node_modules', 'packages', 'package.json'])
      symlinkSync(path.join(repository, part), path.join(copy, part));

    const { pid, said } = await start({}, path.join(copy, 'apps/server/src/main.ts'));

    const sentences = said()
      .split('\n')
      .filter((line) => line.startsWith('Florin keeps'));
    expect(sentences).toEqual([
      expect.stringMatching(
        /^Florin keeps running as root, because (?:uid \d+|the user \S+) cannot read .*private\/apps\/server\/src\. Move Florin .* or start it as an ordinary user\.$/,
      ),
    ]);
    expect(idsOf(pid).uid).toEqual(['0']);
  });
});
