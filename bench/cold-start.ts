/**
 * P15: measures the server's start as in `npm start`, until its first ready answer. The server has used the folder
 * before; the last stop was clean or kill -9.
 *
 *   npm run build && npm run florin -- bench start        ROUNDS=5
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { asStarted } from './child.ts';
import { load, print, spread } from './figures.ts';
import { setting } from './settings.ts';

const rounds = setting('ROUNDS', 5);
const port = 4711;
const script = fileURLToPath(new URL('../apps/server/dist/main.js', import.meta.url));
const compiled = fileURLToPath(new URL('../node_modules/.cache/node-compiled', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'florin-start-'));

try {
  print(`preparing the folder, load ${load()}`);
  const first = await start();
  await end(first.product, 'SIGTERM');
  const times = { clean: [] as number[], killed: [] as number[] };
  for (let round = 1; round <= rounds; round++) {
    const clean = await start();
    await end(clean.product, 'SIGKILL');
    const killed = await start();
    await end(killed.product, 'SIGTERM');
    times.clean.push(clean.seconds);
    times.killed.push(killed.seconds);
    print(
      `round ${round}: ${clean.seconds.toFixed(2)} s, after kill -9 ${killed.seconds.toFixed(2)} s, load ${load()}`,
    );
  }
  print(`P15 start to ready: ${spread(times.clean)} s; after kill -9: ${spread(times.killed)} s`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function start(): Promise<{ product: ChildProcess; seconds: number }> {
  const begun = performance.now();
  const product = spawn(process.execPath, [...asStarted, script], {
    env: { ...process.env, NODE_COMPILE_CACHE: compiled, PORT: String(port), FLORIN_DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (product.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.ok) return { product, seconds: (performance.now() - begun) / 1_000 };
    await sleep(5);
  }
  throw new Error(`the product ended with ${product.exitCode}`);
}

async function end(product: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') {
  product.kill(signal);
  await once(product, 'exit');
}
