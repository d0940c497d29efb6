/**
 * Starts the product as a user would, seeded sandbox and all, on a database that is fresh and goes away again. Runs
 * until it is told to stop, or until whoever started it is gone.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freshDatabase } from './fresh-database.ts';

const server = fileURLToPath(new URL('../apps/server/dist/main.js', import.meta.url));
const page = fileURLToPath(new URL('../apps/web/dist/index.html', import.meta.url));

if (!existsSync(page) || !existsSync(server)) {
  process.stderr.write('A build is missing: run `npm run build` first. Nothing can be tested without it.\n');
  process.exit(1);
}

const database = await freshDatabase(process.env['PORT'] ?? '');
// As `npm start` does.
const product = spawn(process.execPath, ['--use-largepages=silent', server], {
  env: {
    ...process.env,
    ...database.environment,
    HOST: '127.0.0.1',
    PUBLIC_URL: '',
    FLORIN_MODE: 'sandbox',
    FLORIN_SEED: 'on',
    FLORIN_RATE_LIMITS: 'off',
    FLORIN_PASSWORD_COST: 'least',
  },
  // With a channel the server hears of our end, however we die; out of our process group it hears of a stop once.
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  detached: true,
});

let asked = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
const parent = process.ppid;
setInterval(() => process.ppid !== parent && stop(), 500).unref();

const [code] = await once(product, 'exit');
await database.remove();
process.exit(asked && code === 0 ? 0 : 1);

function stop() {
  asked = true;
  product.kill('SIGTERM');
}
