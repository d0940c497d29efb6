import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeKey } from './api-keys.ts';
import { freePort } from './free-port.ts';
import { createTestApp, type TestApp, type TestMember } from './test-app.ts';
import { addWebhook, deliverAll, deliveriesOf, sendTo } from './webhooks.ts';

/** Installs the packed client into an empty folder and runs the programs of its README against a real server. */
const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('../../../packages/client', import.meta.url));
const compiler = fileURLToPath(import.meta.resolve('typescript/package.json').replace('package.json', 'bin/tsc'));

let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
let folder: string;
let env: Record<string, string>;
let programs: Map<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'florin-client-'));
  florin = await createTestApp({ FLORIN_WEBHOOK_PRIVATE_NETWORKS: 'on' });
  await florin.app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = florin.app.http.server.address() as AddressInfo;
  [ines, jonas] = [await florin.signUpWith('1000.00', 'Ines'), await florin.signUp('Jonas')];
  const { secret } = await makeKey(florin, ines.client);
  env = { ...inherited(), FLORIN_URL: `http://127.0.0.1:${port}`, FLORIN_KEY: secret };
  await install();
  programs = await readPrograms();
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
  await rm(folder, { recursive: true, force: true });
});

/** The variables that npm and Node need, without those of the test run. */
const inherited = () =>
  Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );

async function install(): Promise<void> {
  const cache = ['--cache', path.join(folder, 'cache')];
  await run('npm', ['pack', '--pack-destination', folder, ...cache], { cwd: packageFolder, env });
  const archive = (await readdir(folder)).find((file) => file.endsWith('.tgz')) ?? 'none';
  const app = path.join(folder, 'app');
  await mkdir(app);
  await writeFile(path.join(app, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await run('npm', ['install', '--offline', path.join(folder, archive), ...cache], { cwd: app, env });
}

/** Returns the README's programs by their headings. */
async function readPrograms(): Promise<Map<string, string>> {
  const readme = await readFile(path.join(packageFolder, 'README.md'), 'utf8');
  const sections = readme.split(/^## /m).map((section) => /^(.+)\n[^]*?```js\n([^]*?)```/.exec(section));
  return new Map(sections.flatMap((found) => (found ? [[found[1] ?? '', found[2] ?? '']] : [])));
}

/** Saves a program of the README and returns the path. */
async function save(heading: string): Promise<string> {
  const file = path.join(folder, 'app', 'task.mjs');
  await writeFile(file, programs.get(heading) ?? `throw new Error('The README has no program: ${heading}');`);
  return file;
}

async function runTask(heading: string, ...args: string[]): Promise<string> {
  const file = await save(heading);
  const { stdout } = await run(process.execPath, [file, ...args], { cwd: path.join(folder, 'app'), env });
  return stdout;
}

describe('the installed package', () => {
  test('the installed client package has only its README, its license, and files without other imports', async () => {
    const installed = path.join(folder, 'app', 'node_modules');
    expect((await readdir(installed)).filter((name) => !name.startsWith('.'))).toEqual(['@florin']);
    const files = await readdir(path.join(installed, '@florin', 'client'), { recursive: true });
    const others = files.filter((file) => !/^dist(\/[\w-]+(\.js|\.d\.ts))?$/.test(file.replaceAll('\\', '/')));
    expect(others.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json']);
    for (const file of files.filter((name) => /^dist.+\.(js|ts)$/.test(name))) {
      const text = await readFile(path.join(installed, '@florin', 'client', file), 'utf8');
      for (const [, source] of text.matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)/g))
        expect(source).toMatch(/^\.\//);
    }
  });

  test('a strict program for browsers can use the types of the installed client package', async () => {
    const program = `
      import { createFlorin, verifyWebhook, type FlorinEvent } from '@florin/client';
      const florin = createFlorin({ key: 'k', baseUrl: 'https://wallet.example' });
      const [wallet] = await florin.balances();
      export const available: string | undefined = wallet?.available_exact;
      export const event: FlorinEvent = await verifyWebhook({ body: '', headers: new Headers(), secret: 's' });
      const order = { recipient_email: 'a@florin.example', amount: '1.00' };
      const dry = await florin.dryRun('POST', '/transactions/send', { body: order });
      export const total: string | undefined = dry.takes?.total_exact;
      // @ts-expect-error A dry run has a call of its own.
      await florin.send(order, { dryRun: true });
      // @ts-expect-error A currency that does not exist.
      await florin.send({ recipient_email: 'a@florin.example', amount: '1.00', currency: 'XXX' });
    `;
    const app = path.join(folder, 'app');
    await writeFile(path.join(app, 'program.ts'), program);
    const options = ['--noEmit', '--strict', '--target', 'es2024', '--module', 'nodenext', '--lib', 'es2024,dom'];
    const outcome = await run(process.execPath, [compiler, ...options, '--types', '', 'program.ts'], {
      cwd: app,
      env,
    }).catch((error: unknown) => error);
    expect(outcome).toMatchObject({ stdout: '' });
    expect(outcome).not.toBeInstanceOf(Error);
  });
});

describe('the programs of the README', () => {
  test('the README of the client has five programs', () =>
    expect([...programs.keys()]).toEqual([
      'Read the balance',
      'Send money, with retries',
      'Request money',
      'Follow events',
      'Verify a webhook',
    ]));

  test('a program of the README reads the balance', async () => {
    expect(await runTask('Read the balance')).toContain('USD 1000.00 available, 0.00 held\n');
  });

  test('a program of the README sends money, and a second run with the same key does not pay again', async () => {
    const first = await runTask('Send money, with retries', jonas.user.email);
    expect(first).toMatch(/^completed: .+\n$/);
    expect(await runTask('Send money, with retries', jonas.user.email)).toBe(first);
    const sent = await ines.client.call(endpoints.listTransactions, { query: { type: 'send' } });
    expect(sent).toHaveLength(1);
  });

  test('a program of the README requests money', async () => {
    const link = /^Pay here until \S+: (\S+)\n$/.exec(await runTask('Request money'))?.[1];
    const [request] = await ines.client.call(endpoints.listPaymentRequests, { query: {} });
    expect(request).toMatchObject({ link, amount_exact: '24.00', currency: 'EUR' });
  });

  test('a program of the README reads each event once', async () => {
    const before = await runTask('Follow events');
    expect(before).toMatch(/^1 deposit\.received \/transactions\/.+$/m);
    await sendTo(ines, jonas.user.email, '1.00');
    expect(await runTask('Follow events')).toMatch(/^\d+ payment\.completed \/transactions\/\S+\n$/);
  });

  test('a program of the README verifies a webhook', async () => {
    const port = await freePort();
    const { webhook, secret } = await addWebhook(ines, `http://127.0.0.1:${port}/hook`, ['payment.completed']);
    const variables = { ...env, FLORIN_WEBHOOK_SECRET: secret, PORT: String(port) };
    const program = spawn(process.execPath, [await save('Verify a webhook')], { env: variables });
    let output = '';
    program.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    try {
      await expect.poll(() => output).toBe('Waiting for webhooks.\n');
      const { id } = await sendTo(ines, jonas.user.email, '2.00');
      await deliverAll(florin);
      expect((await deliveriesOf(ines, webhook)).map(({ state }) => state)).toEqual(['delivered']);
      await expect.poll(() => output).toContain(`payment.completed /transactions/${id}\n`);
      const forged = { 'webhook-id': 'evt_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' };
      const url = `http://127.0.0.1:${port}/hook`;
      expect((await fetch(url, { method: 'POST', body: '{}', headers: forged })).status).toBe(400);
    } finally {
      program.kill();
      await once(program, 'exit');
    }
  });
});
