/**
 * `npm run florin -- rehearse`: runs a live Florin on this machine in a temporary folder, with a pretended bank next to
 * it. The command line has installed the packages.
 */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Opened, Start } from './pretended-bank.ts';
import { rehearsalAccounts } from './rehearsal-accounts.ts';
import { whatToTry } from './what-to-try.ts';

const usage = `Usage: npm run florin -- rehearse [--port 3000] [--bank-port 3100]

Starts a live Florin on a folder that is deleted afterwards, and a pretended bank. No real money moves.`;

const nearby = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const start = nearby('../../../scripts/start.mjs');

const { values } = parseArgs({
  options: { port: { type: 'string' }, 'bank-port': { type: 'string' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help) process.stdout.write(`${usage}\n`);
else await rehearse();

async function rehearse() {
  const folder = mkdtempSync(path.join(tmpdir(), 'florin-rehearsal-'));
  const { bankDir, config } = prepare(folder);
  const [florinPort, bankPort] = [await portOr(values.port), await portOr(values['bank-port'])];
  const florin = `http://localhost:${florinPort}`;
  const settings = {
    FLORIN_MODE: 'live',
    HOST: '127.0.0.1',
    PORT: String(florinPort),
    PUBLIC_URL: florin,
    DATABASE_URL: '',
    FLORIN_DATA_DIR: path.join(folder, 'data'),
    FLORIN_CONFIG: config,
    FLORIN_BANK_DIR: bankDir,
    FLORIN_MASTER_KEY: randomBytes(32).toString('base64'),
    FLORIN_PUSH: 'off',
    FLORIN_DRAIN_SECONDS: '0',
    PAYOUT_METHOD_WAIT_HOURS: '0',
    PRICE_FEED_SECONDS: '10',
    EXCHANGE_RATES_SECONDS: '60',
    LOG_LEVEL: 'warn',
  };

  const bank = fork(nearby('pretended-bank.ts'), { detached: true });
  const around: Start = { bankDir, accounts: rehearsalAccounts, settings, florin, port: bankPort };
  bank.send(around);
  const [{ page, settings: all }] = (await once(bank, 'message')) as [Opened];
  const product = spawn(process.execPath, [start], {
    env: { ...process.env, ...all },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true, // the terminal's Ctrl-C reaches only this process, which forwards it once
  });
  product.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    if (chunk.includes('Florin is ready')) process.stdout.write(whatToTry({ florin, page, bankDir }));
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => product.kill(signal));
  stopWithParent(product);
  const [code] = await once(product, 'exit');
  bank.disconnect();
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = Number(code ?? 1);
}

/** Creates the folders and FLORIN_CONFIG. Florin started as root becomes another user, who must be able to write. */
function prepare(folder: string) {
  chmodSync(folder, 0o755);
  const bankDir = path.join(folder, 'bank');
  for (const name of ['', 'inbox', 'outbox', 'done', 'refused']) {
    mkdirSync(path.join(bankDir, name), { recursive: true });
    chmodSync(path.join(bankDir, name), 0o777);
  }
  const config = path.join(folder, 'florin.json');
  writeFileSync(config, JSON.stringify({ operator_accounts: rehearsalAccounts }, null, 2));
  return { bankDir, config };
}

/** Returns the port that the user chose, or a free one. */
async function portOr(chosen: string | undefined): Promise<number> {
  if (chosen !== undefined) return Number(chosen);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Stops the rehearsal when its command line has ended. */
function stopWithParent(product: ChildProcess) {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && product.kill('SIGTERM'), 500).unref();
}
