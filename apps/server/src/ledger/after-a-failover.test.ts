import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newDataFolder } from '../../test/reliability/mortal-engine.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openPool, type Pool } from '../platform/database/pool.ts';
import { startEmbeddedPostgres, type RunningPostgres } from '../platform/embedded-postgres/index.ts';
import { openLedger } from './index.ts';

let dataDir: string;
let postgres: RunningPostgres;
const pools: Pool[] = [];

beforeEach(() => {
  dataDir = newDataFolder();
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = async () => (postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined }));

function open(role?: null): Pool {
  const pool = openPool(postgres.connection, role === null ? { role } : {});
  pools.push(pool);
  return pool;
}

test('the server drops its cached account ids after a promoted standby lacks the last commits and reuses ids', async () => {
  const [ines, jonas] = [randomUUID(), randomUUID()];
  await start();
  await migrate(open(null));
  const node = open();
  const ledger = openLedger(node);
  const joined = openLedger(node, [open()]);
  await ledger.registerAssets(['USD'], 2);

  // The standby has the commits up to here; the commits that follow exist on the first machine only.
  await postgres.stop();
  const standby = `${postgres.folder}-standby`;
  execFileSync('cp', ['-a', postgres.folder, standby]);
  await start();
  const lost = await ledger.walletId(ines, 'USD');
  expect(await joined.walletId(ines, 'USD')).toBe(lost);
  const lostFees = await ledger.houseId('fees', 'USD');

  await postgres.stop();
  rmSync(postgres.folder, { recursive: true });
  execFileSync('mv', [standby, postgres.folder]);
  writeFileSync(path.join(postgres.folder, 'standby.signal'), '');
  await start();
  await open(null).query('select pg_promote()');
  const other = openLedger(open());
  expect(await other.walletId(jonas, 'USD')).toBe(lost);
  expect(await other.houseId('cash', 'USD')).toBe(lostFees);

  await node.query('select'); // every call runs a query before it uses the ledger
  const wallet = await ledger.walletId(ines, 'USD');
  expect(wallet).not.toBe(lost);
  expect(await other.walletId(ines, 'USD')).toBe(wallet);
  expect(await joined.walletId(ines, 'USD')).toBe(wallet);
  const fees = await ledger.houseId('fees', 'USD');
  expect(fees).not.toBe(lostFees);
  expect(await other.houseId('fees', 'USD')).toBe(fees);
});
