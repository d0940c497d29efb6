import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { pinnedEnvironment } from './pinned-node.mjs';
import { ROOT } from './root.mjs';
import { runQuietly } from './run-quietly.mjs';
import { giveUp, say } from './say.mjs';
import { toolScript } from './tools.mjs';

const E2E = path.join(ROOT, 'e2e');
const DOWNLOAD_MS = 180_000;
const PLAYWRIGHTS_BROWSERS = process.env.PLAYWRIGHT_BROWSERS_PATH ?? path.join(homedir(), '.cache/ms-playwright');
/** Chromium without windows, which makes a test a fifth faster. This browser is optional. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Installs Debian's Chromium if no browser exists and this process is root. Runs during npm's install, because this
 * step needs no npm package.
 */
export async function installBrowserEarly() {
  const isHere = process.env.CHROME_PATH || existsSync(PLAYWRIGHTS_BROWSERS) || SYSTEM_PATHS.some(runs);
  if (!isHere) await installFromDebian();
}

/** Returns the paths of a Chromium and of the headless shell, if the shell exists. Downloads a missing Chromium. */
export async function findBrowser(node) {
  const browser = present(node) ?? (await download(node)) ?? (await installFromDebian());
  if (browser === undefined) {
    giveUp(
      'No Chromium was found, and none could be downloaded. The end-to-end tests need one. ' +
        'Install Chromium or Chrome, or set CHROME_PATH to its executable.',
    );
  }
  const shell = process.env.CHROME_PATH === undefined && runs(HEADLESS_SHELL) ? HEADLESS_SHELL : browser;
  say(`Browser: ${browser}${shell === browser ? '' : ` and ${shell}`}`);
  return { browser, shell };
}

function present(node) {
  const named = process.env.CHROME_PATH;
  if (named)
    return runs(named)
      ? named
      : giveUp(`CHROME_PATH is ${named}, which does not run. Set it to the executable of Chromium or Chrome.`);
  return [playwrightsOwn(node), ...SYSTEM_PATHS].find((candidate) => candidate !== undefined && runs(candidate));
}

/** Returns the path of Playwright's own browser, even if the browser does not exist. */
function playwrightsOwn(node) {
  const entry = createRequire(path.join(E2E, 'package.json')).resolve('@playwright/test');
  const program = `process.stdout.write(require(${JSON.stringify(entry)}).chromium.executablePath())`;
  const { stdout } = spawnSync(node, ['-e', program], { encoding: 'utf8' });
  return stdout || undefined;
}

function runs(browser) {
  if (!existsSync(browser)) return false;
  return spawnSync(browser, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0;
}

async function download(node) {
  const args = [toolScript('@playwright/test', 'playwright', E2E), 'install', 'chromium'];
  const options = { cwd: E2E, env: pinnedEnvironment(node), timeoutMs: DOWNLOAD_MS };
  await runQuietly('Downloading a Chromium for Playwright', node, args, options);
  const own = playwrightsOwn(node);
  return own !== undefined && runs(own) ? own : undefined;
}

async function installFromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runQuietly('Updating the package lists', 'apt-get', ['update'], { env });
  for (const packages of [['chromium', 'chromium-headless-shell'], ['chromium']]) {
    const args = ['install', '-y', '--no-install-recommends', ...packages];
    await runQuietly('Installing Chromium from Debian', 'apt-get', args, { env });
    const browser = SYSTEM_PATHS.find(runs);
    if (browser !== undefined) return browser; // an older Debian has no headless shell package
  }
  return undefined;
}
