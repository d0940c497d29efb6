import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onDatabase } from '../../../test/global-setup.ts';
import { deaths, startMortalEngine, type MortalEngine } from '../../../test/reliability/mortal-engine.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { openPool, type Pool } from '../../platform/database/pool.ts';
import { openShard } from '../open-shard.ts';
import { seeLastEntry, sweepSeenEntries } from './seen-entries.ts';

let engine: MortalEngine;
let main: Pool;
let further: Pool;
beforeAll(async () => {
  engine = await startMortalEngine();
  main = engine.ownerPool;
  await main.query('create database further');
  further = openPool(onDatabase(engine.address, 'further'), { role: null, size: 4 });
  for (const pool of [main, further]) await migrate(pool);
  await further.query('select ledger.number_shard(1)');
  await main.query('select ledger.register_shard(1, gen_random_uuid())');
});
afterAll(async () => {
  await further.end();
  await engine.close();
});

test.each(deaths)('every visible entry still exists after kill -9 of %s', async (death) => {
  const ledger = openShard(further);
  let [from, to] = [0n, 0n];
  await expect
    .poll(async () => {
      await ledger.registerAssets(['USD'], 2);
      [from, to] = [await ledger.houseId('cash', 'USD'), await ledger.houseId('fees', 'USD')];
      return from < 0n && to < 0n;
    }, starting)
    .toBe(true);
  const postings = [
    { account: from, units: -1n },
    { account: to, units: 1n },
  ];
  const post = () =>
    ledger.post({ key: randomUUID(), requestHash: 1n, actor: randomUUID(), kind: 'test', metadata: {}, postings }, {});
  const answers: boolean[] = [];
  const see = async () => void answers.push(await seeLastEntry(main, further, 1));
  let isOver = false;
  const working = [post, post, post, see].map(async (work) => {
    while (!isOver) await work().catch(() => undefined);
  });
  await expect.poll(() => answers.length, starting).toBeGreaterThan(50);
  await engine.kill(death);
  isOver = true;
  await Promise.all(working);
  await expect.poll(() => sweepSeenEntries([main, further]).catch(() => undefined), starting).toEqual([]);
  expect(answers).not.toContain(false);
});

const starting = { timeout: 20_000 };
