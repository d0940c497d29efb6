import { afterAll, beforeAll, expect, test } from 'vitest';
import { downPool } from '../../../../test/down-pool.ts';
import { fundedInLedger } from '../../../../test/member-in-ledger.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import type { Pool } from '../../../platform/database/pool.ts';
import { compareNext } from './compare-log.ts';
import { followJournal } from './follow-journal.ts';

let florin: TestApp;
let down: Pool;
beforeAll(async () => {
  florin = await createTestApp({}, {}, { ledgers: 3 });
  down = downPool();
  for (const shard of [0, 1, 2]) await fundedInLedger(florin, shard, '10');
  for (let run = 0; run < 3; run++) await followJournal(florin.app.dependencies.log);
});
afterAll(async () => {
  await down.end();
  await florin.close();
});

const changeIn = (shard: number, change: string) =>
  florin.ledgers[shard]?.ownerPool.query(
    `update ledger.journal_entries set kind = ${change} where id = (select max(id) from ledger.journal_entries)`,
  );

test('the log is compared with the other ledgers while a ledger is down, and with that ledger afterwards', async () => {
  const { log } = florin.app.dependencies;
  const without = { ...log, ledgers: (log.ledgers ?? []).with(0, down) };
  await expect(compareNext(without)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await changeIn(2, `kind || '!'`);
  expect(await compareNext(without)).toMatch(/is not what the log has of it/);
  await changeIn(2, `rtrim(kind, '!')`);
  await changeIn(1, `kind || '!'`);
  await expect(compareNext(without)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(await compareNext(log)).toMatch(/is not what the log has of it/);
});
