/**
 * Starts the product like a user, with its seeded sandbox, on a temporary database. Runs until it is stopped or its
 * parent process ends.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freshDatabase } from './fresh-database.ts';

const server = fileURLToPath(new URL('../apps/server/dist/main.js', import.meta.url));
const page = fileURLToPath(new URL('../apps/web/dist/index.html', import.meta.url));

if (!existsSync(page) || !existsSync(server)) {
  process.stderr.write('The build is missing. Run `npm run build` first.\n');
  process.exit(1);
}

const database = await freshDatabase(process.env['PORT'] ?? '');
// Like `npm start`.
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
  // The IPC channel notifies the server of any end of this process. The server has a separate process group, so it gets
  // a stop signal only once.
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
