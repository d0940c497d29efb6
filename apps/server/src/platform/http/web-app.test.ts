import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testConfig } from '../../../test/test-app.ts';
import { describeInstallation } from '../../describe-installation.ts';
import { pageSettings, webPages } from '../../web-pages.ts';
import { errorHandler } from './errors.ts';
import { serveWebApp } from './web-app.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'florin-web-'));
const script = 'export const florin = 10;\n'.repeat(100);
const config = { ...testConfig(), mode: 'live', mail: false } as const;
const { configuration } = describeInstallation(config, { cards: undefined });
let http: FastifyInstance;
let origin: string;

beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'));
  const files = {
    'landing.html': '<body class="is-__FLORIN_MODE__">landing',
    'entry.html': '<meta content="__FLORIN_DEMO__">entry',
    'index.html': '<meta content="__CSP_NONCE__">app',
    'screens.json': JSON.stringify({
      send: ['/assets/send-1.js', '/assets/send-1.css'],
      'send/again': ['/assets/again-1.js'],
    }),
    'assets/app-1.js': script,
    'assets/app-1.js.br': brotliCompressSync(script),
    'worker.js': script,
    'worker.js.br': brotliCompressSync(script),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  http = Fastify();
  http.setErrorHandler(errorHandler('Florin'));
  const settings = () => pageSettings(config, { demo: true, configuration });
  await serveWebApp(http, { ...webPages, folder, settings });
  origin = await http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await http.close();
  rmSync(folder, { recursive: true });
});

test.each([
  ['/', 'landing'],
  ['/?from=mail', 'landing'],
  ['/login', 'entry'],
  ['/login?back=%2Freceive', 'entry'],
  ['/Signup', 'entry'],
  ['/forgot-password/', 'entry'],
  ['/reset-password/a-token', 'entry'],
  ['/loginery', 'app'],
  ['/dashboard', 'app'],
  ['/pay/jo@example.com?amount=2', 'app'],
  ['/no/such/page', 'app'],
  ['/b/acme/dashboard', 'app'],
  ['/b/acme/pay/jo@example.com?amount=2', 'app'],
])('serves %s with the document "%s"', async (url, document) => {
  const { statusCode, headers, body } = await http.inject({ url });
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['cache-control']).toBe('no-store');
  expect(body.endsWith(document)).toBe(true);
});

test('sends Link headers only for the files of the requested screen', async () => {
  const [send, pay] = await Promise.all(['/send?to=jo@example.com', '/pay/send'].map((url) => http.inject({ url })));
  expect(send?.headers['link']).toBe(
    '</assets/send-1.js>; rel=modulepreload; crossorigin, </assets/send-1.css>; rel=preload; as=style; crossorigin',
  );
  expect(pay?.headers['link']).toBeUndefined();
  const ofBusiness = await http.inject({ url: '/b/acme/send' });
  expect(ofBusiness.headers['link']).toBe(send?.headers['link']);
  const [below, unlisted] = await Promise.all(
    ['/b/acme/send/again?x=1', '/send/other'].map((url) => http.inject({ url })),
  );
  expect(below?.headers['link']).toBe('</assets/again-1.js>; rel=modulepreload; crossorigin');
  expect(unlisted?.headers['link']).toBe(send?.headers['link']);
});

test('fills in the page settings and the nonce of the policy', async () => {
  const [landing, entry, app] = await Promise.all(['/', '/login', '/send'].map((url) => http.inject({ url })));
  expect(landing?.body).toContain('class="is-live"');
  expect(entry?.body).toContain('content="on"');
  const [, nonce = ''] = /content="([^"]+)"/.exec(app?.body ?? '') ?? [];
  expect(app?.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
  expect(app?.headers['reporting-endpoints']).toBe('csp="/csp-reports"');
});

test('serves the precompressed file to a browser that accepts brotli', async () => {
  const url = '/assets/app-1.js';
  const { rawPayload, headers } = await http.inject({ url, headers: { 'accept-encoding': 'gzip, deflate, br' } });
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: expect.stringMatching(/accept-encoding/i),
  });
  expect(brotliDecompressSync(rawPayload).toString()).toBe(script);
  const plain = await http.inject({ url });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toBe(script);
});

test('forbids caching of the service worker, compressed or not', async () => {
  for (const encoding of ['br', 'identity']) {
    const { headers } = await http.inject({ url: '/worker.js', headers: { 'accept-encoding': encoding } });
    expect(headers['cache-control']).toContain('no-cache');
    expect(headers['content-type']).toContain('javascript');
  }
});

test.each(['/assets/gone.js', '/assets/app-1.js.br', '/api/nothing'])('the web app does not serve %s', async (url) => {
  expect((await http.inject({ url })).statusCode).not.toBe(200);
});

// inject() would read an address that begins with `//` as an absolute address.
const answerTo = (address: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () =>
      socket.write(`GET ${address} HTTP/1.1\r\nhost: florin.example\r\nconnection: close\r\n\r\n`),
    );
    let answer = '';
    socket.on('data', (part) => (answer += String(part)));
    socket.on('end', () => resolve(answer)).on('error', reject);
  });

test.each([
  '/API/wallets',
  '/Api',
  '/api',
  '/%61pi/nothing',
  '/%41PI%2Fnothing',
  '//api/nothing',
  '//API/nothing?x=1',
  '/./api/nothing',
  '/help/../api/nothing',
  'http://florin.example/API/nothing',
  '/.well-known/nothing',
  '/.Well-Known/florin-webhooks.json',
  '/HEALTHZ',
  '/ReadyZ',
  '/metrics',
  '/Log/checkpoint',
  '/witness/nothing',
  '/stripe/events',
  '/CSP-reports',
])('no page answers a program that asks for %s', async (address) => {
  const answer = await answerTo(address);
  expect(answer).toMatch(/^HTTP\/1.1 404 /);
  expect(answer).toContain('content-type: application/json');
});

test.each(['/apiary', '/logs', '/login/api', '/b/acme/api', '//dashboard'])('%s is a page', async (address) => {
  expect(await answerTo(address)).toMatch(/^HTTP\/1.1 200 /);
});

test.each(['/', '/login', '/dashboard', '/assets/app-1.js', '/worker.js'])(
  'HEAD %s responds like GET without a body',
  async (url) => {
    const [head, get] = await Promise.all(
      (['HEAD', 'GET'] as const).map((method) => http.inject({ method, url, headers: { 'accept-encoding': 'br' } })),
    );
    expect([head?.statusCode, head?.body]).toEqual([200, '']);
    for (const name of ['content-type', 'content-length', 'cache-control', 'content-encoding', 'etag'])
      expect([name, head?.headers[name]]).toEqual([name, get?.headers[name]]);
  },
);
