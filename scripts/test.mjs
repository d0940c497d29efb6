/** `npm test`: installs missing packages, finds or downloads a browser, and runs the whole gate. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { findBrowser, installBrowserEarly } from './launch/browser.mjs';
import { install } from './launch/install.mjs';
import { findPinnedNode, pinnedEnvironment, requireNode } from './launch/pinned-node.mjs';
import { ROOT } from './launch/root.mjs';
import { listenForStop, whenAskedToStop } from './launch/stop-request.mjs';

requireNode();
listenForStop();
await Promise.all([install(), installBrowserEarly()]);
const node = findPinnedNode();
const { browser, shell } = await findBrowser(node);
process.exitCode = await runGate();

function runGate() {
  const gate = spawn(node, [path.join(ROOT, 'scripts/check.mjs'), ...process.argv.slice(2)], {
    cwd: ROOT,
    env: { ...pinnedEnvironment(node), CHROME_PATH: browser, HEADLESS_SHELL_PATH: shell },
    stdio: 'inherit',
  });
  whenAskedToStop(() => gate.kill('SIGTERM'));
  return new Promise((resolve) => {
    gate.once('error', () => resolve(1));
    gate.once('exit', (code) => resolve(code ?? 1));
  });
}
