import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { testConfig } from '../test/test-app.ts';
import { writeConfig } from '../test/write-config.ts';
import { describeInstallation } from './describe-installation.ts';
import { serveWebApp } from './platform/http/web-app.ts';
import { brandFiles, pageFigures, pageSettings, webPages } from './web-pages.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'florin-web-'));
const files = {
  'landing.html':
    '<title>{{brand}}</title>{{send.fee}}, {{pro.price.major}}|{{pro.price.minor}}, {{business.limit.title}}',
  'entry.html': '<meta name="florin-configuration" content="__FLORIN_CONFIGURATION__">{{fees}}',
  'index.html': '__FLORIN_IMPRINT__ <html data-brand="{{brand}}">',
  'icon.svg': '<svg>Florin</svg>',
  'offline.html': '<title>You are offline · Florin</title>',
  'manifest.webmanifest': JSON.stringify({ name: 'Florin', short_name: 'Florin', start_url: '/dashboard', icons: [] }),
};
for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);

/** Serves the pages of a server with this FLORIN_CONFIG. */
async function served(content: unknown, given: Readonly<Record<string, string>> = {}) {
  const config = testConfig(content === undefined ? {} : writeConfig(content, given));
  const { configuration } = describeInstallation(config, { cards: undefined });
  const http = Fastify();
  await serveWebApp(http, {
    ...webPages,
    folder,
    figures: pageFigures(config),
    files: brandFiles(config.brand, folder),
    settings: () => pageSettings(config, { demo: false, configuration }),
  });
  return { configuration, get: async (url: string) => http.inject({ url }) };
}

test('pages of a server without a config have the usual figures and no configuration', async () => {
  const { get } = await served(undefined);
  expect((await get('/')).body).toBe('<title>Florin</title>2%, 9|.99, Unlimited');
  expect((await get('/login')).body).toMatch(/content="">200 150 100 50$/);
  expect((await get('/dashboard')).body).toBe('off <html data-brand="Florin">');
  expect((await get('/icon.svg')).body).toBe(files['icon.svg']);
  expect((await get('/manifest.webmanifest')).json()).toMatchObject({ name: 'Florin' });
});

const logo = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>';

test('pages of a configured server have its figures, its name and its configuration', async () => {
  const { get, configuration } = await served({
    brand: { name: 'A & "B"' },
    fees: { send: '1.25' },
    plans: { pro: { price: '3.00' } },
  });
  expect((await get('/')).body).toBe('<title>A &amp; &quot;B&quot;</title>1.25%, 3|.00, Unlimited');
  expect((await get('/dashboard')).body).toContain('data-brand="A &amp; &quot;B&quot;"');
  expect((await get('/login')).body).toMatch(/125 150 100 50$/);
  const [, escaped = ''] = /content="([^"]*)"/.exec((await get('/login')).body) ?? [];
  const written = escaped.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(configuration)));
});

test('the operator’s logo replaces the icon, with its type, even in the manifest', async () => {
  const { get } = await served({ brand: { name: 'Acme', logo: 'logo.svg' } }, { 'logo.svg': logo });
  const icon = await get('/icon.svg');
  expect([icon.body, icon.headers['content-type']]).toEqual([logo, 'image/svg+xml']);
  expect((await get('/mark.svg')).body).toBe(logo);
  expect((await get('/offline.html')).body).toBe('<title>You are offline · Acme</title>');
  expect((await get('/manifest.webmanifest')).json()).toEqual({
    name: 'Acme',
    short_name: 'Acme',
    start_url: '/dashboard',
    icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
  });
});

test('the pages get a support address or an imprint even without other configuration', async () => {
  const support = await served({ brand: { support_email: 'help@acme.example' } });
  expect((await support.get('/login')).body).toContain('help@acme.example');
  const imprint = await served({ texts: { imprint: 'imprint.txt' } }, { 'imprint.txt': '# Acme' });
  expect((await imprint.get('/dashboard')).body).toMatch(/^on /);
});
