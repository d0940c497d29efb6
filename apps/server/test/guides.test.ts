import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import { makeKey } from './api-keys.ts';
import { guideSamples, readCurl, shellWords, type GuideSample } from './guide-samples.ts';
import { freePort } from './free-port.ts';
import { createTestApp, type TestApp, type TestMember } from './test-app.ts';
import { addWebhook, deliverAll, sendTo } from './webhooks.ts';

/** Runs the samples of /developers/docs against a real server. */
let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
let samples: GuideSample[];
let env: Record<string, string>;
let folder = '';
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_WEBHOOK_PRIVATE_NETWORKS: 'on' });
  await florin.app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = florin.app.http.server.address() as AddressInfo;
  ines = await florin.signUpWith('1000.00', 'Ines');
  jonas = await florin.signUp('Jonas', 'jonas@florin.example');
  const { secret } = await makeKey(florin, ines.client);
  env = { FLORIN_URL: `http://127.0.0.1:${port}`, FLORIN_KEY: secret };
  samples = await guideSamples();
  folder = await mkdtemp(path.join(tmpdir(), 'florin-guides-'));
  await buildClient();
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
  await rm(folder, { recursive: true, force: true });
});

/** Compiles @florin/client into the folder where the samples find it. */
async function buildClient(): Promise<void> {
  const source = fileURLToPath(new URL('../../../packages/client/', import.meta.url));
  const compiler = fileURLToPath(import.meta.resolve('typescript/package.json').replace('package.json', 'bin/tsc'));
  const target = path.join(folder, 'node_modules', '@florin', 'client');
  await mkdir(target, { recursive: true });
  await copyFile(path.join(source, 'package.json'), path.join(target, 'package.json'));
  const options = ['-p', path.join(source, 'tsconfig.publish.json'), '--outDir', path.join(target, 'dist')];
  await promisify(execFile)(process.execPath, [compiler, ...options]);
}

const samplesOf = (guide: string, language: string) =>
  samples.filter((one) => one.guide === guide && one.language.startsWith(language)).map((one) => one.text);

/** Makes the call of a curl sample. */
async function curl(sample = ''): Promise<{ status: number; json: unknown }> {
  const { url, body, ...init } = readCurl(sample, env);
  const answer = await fetch(url, { ...init, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, json: await answer.json() };
}

async function start(sample = '', more: Record<string, string> = {}) {
  const file = path.join(folder, 'sample.mjs');
  await writeFile(file, sample);
  return spawn(process.execPath, [file], { env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Runs a JavaScript sample to its end and returns its output. */
async function node(sample = ''): Promise<string> {
  const child = await start(sample);
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return printed;
}

const sentTo = async () => {
  const { length } = await ines.client.call(endpoints.listTransactions, { query: { type: 'send' } });
  return length;
};

describe('the samples of the guides', () => {
  test('all samples of the guides are tested, and the samples that the page can run only read data', () => {
    expect(samples.map(({ guide, language }) => `${guide}: ${language}`)).toEqual([
      'See what you hold: sh run',
      'See what you hold: js',
      'Send money safely: sh',
      'Send money safely: js',
      'Send money safely: sh',
      'Send money safely: js',
      'Take a payment: sh',
      'Take a payment: js',
      'Receive webhooks: sh run',
      'Receive webhooks: js',
      'Receive webhooks: sh',
      'Read what you missed: sh run',
      'Read what you missed: js',
    ]);
    for (const { text: sample } of samples.filter(({ language }) => language === 'sh run'))
      expect(readCurl(sample, env)).toMatchObject({ method: 'GET', body: undefined });
  });

  test('samples of the guides show the balances of the account', async () => {
    const [read] = samplesOf('See what you hold', 'sh');
    expect(await curl(read)).toMatchObject({
      status: 200,
      json: [{ currency: 'USD', available_exact: '1000.00' }, {}, {}],
    });
    expect(await node(samplesOf('See what you hold', 'js')[0])).toBe('USD 1000.00\nEUR 0.00\nGBP 0.00\n');
  });

  test('samples of the guides try a payment and then make it once, even when they run again', async () => {
    const [dry, pay] = samplesOf('Send money safely', 'sh');
    const [tryIt, send] = samplesOf('Send money safely', 'js');
    expect(await curl(dry)).toMatchObject({ json: { outcome: 'would_complete', takes: { total_exact: '12.75' } } });
    expect(await node(tryIt)).toBe('would_complete 12.75 USD\n');
    expect(await sentTo()).toBe(0);
    const first = await curl(pay);
    expect(first).toMatchObject({ status: 200, json: { status: 'completed', to: 'jonas@florin.example' } });
    expect(await curl(pay)).toEqual(first);
    expect(await node(send)).toBe(`completed ${(first.json as { id: string }).id}\n`);
    expect(await sentTo()).toBe(1);
  });

  test('samples of the guides request a payment with a link', async () => {
    const asked = await curl(samplesOf('Take a payment', 'sh')[0]);
    expect(asked).toMatchObject({
      status: 200,
      json: { amount_exact: '24.00', link: expect.stringContaining('/pay/') },
    });
    expect(await node(samplesOf('Take a payment', 'js')[0])).toMatch(/^http\S+\/pay\/\S+\n$/);
  });

  test.each(['secret', 'public key'])('a sample of the guides verifies a webhook by its %s', async (by) => {
    const port = await freePort();
    const { secret, webhook } = await addWebhook(ines, `http://127.0.0.1:${port}/`);
    const more = by === 'secret' ? { FLORIN_WEBHOOK_SECRET: secret } : {};
    const receiver = await start(samplesOf('Receive webhooks', 'js')[0], { ...more, PORT: String(port) });
    const printed: string[] = [];
    receiver.stdout.on('data', (chunk: Buffer) => printed.push(String(chunk)));
    await vi.waitFor(() => expect(printed.join('')).toContain('Waiting.'), { timeout: 10_000 });
    await sendTo(ines, jonas.user.email, '1.00');
    await deliverAll(florin);
    await vi.waitFor(() => expect(printed.join('')).toMatch(/^payment\.completed \/transactions\/\S+$/m));
    const forged = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' });
    expect(forged.status).toBe(400);
    receiver.kill();
    await ines.client.call(endpoints.removeWebhook, { params: { id: webhook.id } });
  });

  test('samples of the guides read the key of the signatures, and forward events to this machine', async () => {
    const [published, listen] = samplesOf('Receive webhooks', 'sh');
    expect(await curl(published)).toMatchObject({ json: { keys: [{ whpk: expect.stringMatching(/^whpk_/) }] } });
    const [npm, run, florinCommand, dashes, ...args] = shellWords(listen ?? '', env);
    expect([npm, run, florinCommand, dashes]).toEqual(['npm', 'run', 'florin', '--']);
    const [lines, stopping] = [[] as string[], new AbortController()];
    const print = (line: string) => {
      lines.push(line);
      if (line.startsWith('Forwarding')) stopping.abort();
    };
    expect(await runCli(args, {}, { print, note: print, stop: stopping.signal })).toBe(0);
    expect(lines[1]).toContain('to http://localhost:4000.');
  });

  test('samples of the guides read all events', async () => {
    const read = await curl(samplesOf('Read what you missed', 'sh')[0]);
    expect(read).toMatchObject({ status: 200, json: { has_more: false } });
    const printed = await node(samplesOf('Read what you missed', 'js')[0]);
    expect(printed).toMatch(/^1 deposit\.received\n\d+ payment\.completed\n/);
  });
});
