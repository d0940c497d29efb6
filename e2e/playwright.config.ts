import { defineConfig } from '@playwright/test';
import { freePort } from './free-port.ts';

// Workers inherit the port, because all workers use the one product that this run starts.
process.env['FLORIN_E2E_PORT'] ??= String(await freePort());
const origin = `http://127.0.0.1:${process.env['FLORIN_E2E_PORT']}`;

// Node reads TypeScript itself and keeps line numbers, so stack traces need no mapping. Playwright's mapping would run
// at each step and cost a tenth of the workers' time.
if (process.env['PW_DISABLE_TS_ESM']) Reflect.deleteProperty(Error, 'prepareStackTrace');

const browser = process.env['CHROME_PATH'] || '/usr/bin/chromium';
const args = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  // A fake camera with a moving picture, permitted without a prompt.
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
  // The timeout is long enough for a busy machine; no test depends on its duration.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: origin,
    // Reused windows would keep a service worker. Tests of the service worker use their own browser.
    serviceWorkers: 'block',
    locale: 'en-US',
    // Without this timeout, a page that no longer draws frames would use the whole time of the test.
    actionTimeout: 60_000,
    viewport: { width: 1280, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
  projects: [
    // The headless shell does not support notifications. This project is first, because at the end of the run the other
    // workers would wait for its browser.
    { name: 'whole-browser', grep: /@whole-browser/, use: launching },
    {
      name: 'screens',
      grepInvert: /@whole-browser/,
      use: launched(process.env['HEADLESS_SHELL_PATH'] || browser),
    },
  ],
  webServer: {
    // Without a shell in between, this run is the product's parent process, so the product notices the end of the run.
    command: `${process.platform === 'win32' ? '' : 'exec '}"${process.execPath}" start-product.ts`,
    env: { PORT: process.env['FLORIN_E2E_PORT'] },
    url: `${origin}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
    stderr: 'pipe',
  },
});
