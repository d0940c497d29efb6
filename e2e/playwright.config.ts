import { createServer } from 'node:net';
import { once } from 'node:events';
import { defineConfig } from '@playwright/test';

// The workers inherit it: they all talk to the one product that this run starts.
process.env['FLORIN_E2E_PORT'] ??= await freePort();
const origin = `http://127.0.0.1:${process.env['FLORIN_E2E_PORT']}`;

// Where Node reads TypeScript itself, each line is where it was written: no stack has to be mapped back, as Playwright's own
// compiler makes necessary. That was at each step, and a tenth of what the workers take.
if (process.env['PW_DISABLE_TS_ESM']) Reflect.deleteProperty(Error, 'prepareStackTrace');

const browser = process.env['CHROME_PATH'] || '/usr/bin/chromium';
const args = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  // A camera that shows a moving picture, and nobody to ask whether it may be used.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const launched = (executablePath: string) => ({ launchOptions: { executablePath, args } });
export const launching = launched(browser);

export default defineConfig({
  testDir: '.',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 3,
  retries: 0,
  forbidOnly: true,
  reporter: [['list']],
  // Long enough for a busy machine: no test is decided by the time it takes.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: origin,
    // Kept for the next one it would answer for its pages, too. What is about it brings a browser of its own.
    serviceWorkers: 'block',
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'screens',
      grepInvert: /@whole-browser/,
      use: launched(process.env['HEADLESS_SHELL_PATH'] || browser),
    },
    // What the engine alone does not do: notifications.
    { name: 'whole-browser', grep: /@whole-browser/, use: launching },
  ],
  webServer: {
    // Without a shell in between, the product's parent is this run: it sees when the run is gone.
    command: `${process.platform === 'win32' ? '' : 'exec '}"${process.execPath}" start-product.ts`,
    env: { PORT: process.env['FLORIN_E2E_PORT'] },
    url: `${origin}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
    stderr: 'pipe',
  },
});

async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('the probe has no port');
  return String(address.port);
}
