import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { APIRequest } from '@playwright/test';

export type OwnProduct = { readonly origin: string; readonly stop: () => Promise<void> };

/** Starts a separate product with its own settings, port and database. */
export async function startOwnProduct(
  request: APIRequest,
  settings: Readonly<Record<string, string>>,
): Promise<OwnProduct> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const script = fileURLToPath(new URL('start-product.ts', import.meta.url));
  const product = spawn(process.execPath, [script], {
    // No test reads its charts.
    env: { ...process.env, PORT: String(port), FLORIN_PAST_PRICES: 'off', ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await ready(request, product, origin);
  return {
    origin,
    stop: async () => {
      product.kill('SIGTERM');
      await once(product, 'exit');
    },
  };
}

async function ready(request: APIRequest, product: ChildProcess, origin: string): Promise<void> {
  const probe = await request.newContext();
  const isReady = () =>
    probe.get(`${origin}/readyz`).then(
      (answer) => answer.ok(),
      () => false,
    );
  while (!(await isReady())) {
    if (product.exitCode !== null) throw new Error(`the product ended with ${product.exitCode} before it was ready`);
    await sleep(200);
  }
  await probe.dispose();
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  const port = await portOf(probe);
  probe.close();
  await once(probe, 'close');
  return port;
}

export async function portOf(server: Server): Promise<number> {
  if (!server.listening) await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
