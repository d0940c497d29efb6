import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';

export type OwnProduct = { readonly origin: string; readonly stop: () => Promise<void> };

export type Products = {
  /**
   * Returns the product of this function. Starts the product for the first test that needs it. Stops any other product.
   */
  readonly use: <Started extends OwnProduct>(start: () => Promise<Started>) => Promise<Started>;
  /** Stops the product. */
  readonly end: () => Promise<void>;
};

/**
 * Runs at most one separate product at a time, for consecutive tests of a worker. A running product costs CPU time, so
 * the product stops when the next test does not need it.
 */
export function keepOneProduct(): Products {
  let kept: { readonly start: unknown; readonly product: OwnProduct } | undefined;
  const end = async () => {
    const { product } = kept ?? {};
    kept = undefined;
    await product?.stop();
  };
  return {
    end,
    use: async <Started extends OwnProduct>(start: () => Promise<Started>) => {
      if (kept?.start !== start) {
        await end();
        kept = { start, product: await start() };
      }
      return kept.product as Started;
    },
  };
}

/** Starts a product with separate settings, port and database. */
export async function startOwnProduct(settings: Readonly<Record<string, string>>): Promise<OwnProduct> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const script = fileURLToPath(new URL('start-product.ts', import.meta.url));
  const product = spawn(process.execPath, [script], {
    // No test reads the charts of this product.
    env: { ...process.env, PORT: String(port), FLORIN_PAST_PRICES: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await untilReady(product);
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
export async function startConfigured(files: Readonly<Record<string, string>>): Promise<OwnProduct> {
  const folder = mkdtempSync(path.join(tmpdir(), 'florin-configured-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const product = await startOwnProduct({ FLORIN_CONFIG: path.join(folder, 'florin.json') });
  return {
    origin: product.origin,
    stop: async () => {
      await product.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The product itself must say that it is ready, because another test's server may have the same port by chance. */
function untilReady(product: ChildProcessByStdio<null, Readable, null>): Promise<void> {
  let said = '';
  return new Promise((resolve, reject) => {
    product.once('exit', (code) => reject(new Error(`the product ended with ${code} before it was ready:\n${said}`)));
    product.stdout.on('data', (chunk) => {
      said += String(chunk);
      if (said.includes('Florin is ready at')) resolve();
    });
  });
}

export async function portOf(server: Server): Promise<number> {
  if (!server.listening) await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
