import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { APIRequest } from '@playwright/test';

export type OwnProduct = { readonly origin: string; readonly stop: () => Promise<void> };

export type Products = {
  /**
   * Returns the product of this function. Starts the product for the first test that needs it. Stops any other product.
   */
  readonly use: <Started extends OwnProduct>(start: (request: APIRequest) => Promise<Started>) => Promise<Started>;
  /** Stops the product. */
  readonly end: () => Promise<void>;
};

/**
 * Runs at most one separate product at a time, for consecutive tests of a worker. A running product costs CPU time, so
 * the product stops when the next test does not need it.
 */
export function keepOneProduct(request: APIRequest): Products {
  let kept: { readonly start: unknown; readonly product: OwnProduct } | undefined;
  const end = async () => {
    const { product } = kept ?? {};
    kept = undefined;
    await product?.stop();
  };
  return {
    end,
    use: async <Started extends OwnProduct>(start: (given: APIRequest) => Promise<Started>) => {
      if (kept?.start !== start) {
        await end();
        kept = { start, product: await start(request) };
      }
      return kept.product as Started;
    },
  };
}

/** Starts a product with separate settings, port and database. */
export async function startOwnProduct(
  request: APIRequest,
  settings: Readonly<Record<string, string>>,
): Promise<OwnProduct> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const script = fileURLToPath(new URL('start-product.ts', import.meta.url));
  const product = spawn(process.execPath, [script], {
    // No test reads the charts of this product.
    env: { ...process.env, PORT: String(port), FLORIN_PAST_PRICES: 'off', ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await ready(request, product, origin);
  return {
    origin,
    stop: async () => {
      if (product.exitCode !== null) return; // it failed
      product.kill('SIGTERM');
      await once(product, 'exit');
    },
  };
}

/** Starts a separate product with these files next to its `florin.json`. */
export async function startConfigured(
  request: APIRequest,
  files: Readonly<Record<string, string>>,
): Promise<OwnProduct> {
  const folder = mkdtempSync(path.join(tmpdir(), 'florin-configured-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const product = await startOwnProduct(request, { FLORIN_CONFIG: path.join(folder, 'florin.json') });
  return {
    origin: product.origin,
    stop: async () => {
      await product.stop();
      rmSync(folder, { recursive: true });
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
