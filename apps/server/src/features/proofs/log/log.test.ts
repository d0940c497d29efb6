import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainRoot, readLog } from '../../../../test/read-log.ts';
import { startSecondNode } from '../../../../test/second-node.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { endpoints } from '@florin/contract';
import { followJournal } from './follow-journal.ts';
import { storedTiles } from './log-store.ts';
import { cutLog, rotateLogKey } from './replace-key.ts';
import { consistencyProof, inclusionProof, treeHash } from './merkle.ts';

let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
  ines = await florin.signUpWith('5000.00');
  jonas = await florin.signUpWith('10.00');
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const follow = () => followJournal(florin.app.dependencies.log);
const pay = (times: number) =>
  Promise.all(
    Array.from({ length: times }, () =>
      ines.client.call(endpoints.sendMoney, { body: { recipient_email: jonas.user.email, amount: '0.10' } }),
    ),
  );
const journalSize = async () => {
  const counts = await Promise.all(
    florin.ledgers.map(({ pool }) => pool.query<{ n: bigint }>('select count(*) as n from own_books.entries')),
  );
  return counts.reduce((sum, { rows }) => sum + Number(rows[0]?.n), 0);
};
const loggedIds = async () => {
  const { rows } = await florin.database.pool.query<{ id: bigint }>(
    'select id from log_bundles, unnest(journal) with ordinality j (id, place) order by number, place',
  );
  return rows.map(({ id }) => id).filter((id) => id > 0n);
};
const expectWholeLog = async () => {
  const ids = await loggedIds();
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(await journalSize());
  const log = await readLog(florin.app);
  expect(log.root).toEqual(plainRoot(log.entries));
  return log;
};

describe('the log of the journal', () => {
  test('the log has each entry of the journal once, in tiles that lead to the root', async () => {
    await follow();
    await pay(600);
    await follow();
    const log = await expectWholeLog();
    expect(log.origin).toBe('127.0.0.1:3000/log');
    await pay(7);
    await follow();
    await follow();
    expect((await expectWholeLog()).size).toBe(log.size + 7);
  });

  test('two nodes that append at the same moment while money moves write each entry of the log once', async () => {
    const node = await startSecondNode(florin);
    const nodes = [florin.app.dependencies.log, node.app.dependencies.log];
    await Promise.all([
      pay(100),
      ...Array.from({ length: 10 }, (_, turn) => followJournal(nodes[turn % 2] ?? florin.app.dependencies.log)),
    ]);
    await follow();
    await expectWholeLog();
    await node.close();
  });

  test('the log gets an entry that becomes visible after later entries', async () => {
    const late = await florin.database.ownerPool.connect();
    await late.query('begin');
    const { rows } = await late.query<{ id: bigint }>(
      `with first as (select gen_random_uuid() as id)
       insert into ledger.journal_entries (id, key, actor, request_hash, recorded_at, kind, postings)
       select nextval('ledger.entry_blocks') * 4096 + 1, id, id, 0, clock_timestamp(), 'late', 0 from first returning id`,
    );
    await pay(3);
    for (let run = 0; run < 3; run++) await follow();
    await late.query('commit');
    late.release();
    await pay(2);
    await follow();
    expect((await loggedIds()).filter((id) => id === rows[0]?.id)).toHaveLength(1);
    await expectWholeLog();
  });

  test('the log proves each entry and each earlier size', async () => {
    const { size, root, entries } = await readLog(florin.app);
    const tiles = storedTiles(florin.database.pool);
    expect(await treeHash(tiles, 0, size)).toEqual(root);
    for (const index of [0, 1, 255, 256, size - 1]) {
      const proof = await inclusionProof(tiles, index, size);
      expect(proof.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)));
    }
    for (const old of [1, 255, 256, 257, 512, size - 1]) {
      expect(await treeHash(tiles, 0, old)).toEqual(plainRoot(entries.slice(0, old)));
      expect((await consistencyProof(tiles, old, size)).length).toBeGreaterThan(0);
    }
  });

  test('the log continues with a new key, after the old key names the new key in the log', async () => {
    const { log, vault } = florin.app.dependencies;
    const before = await readLog(florin.app);
    const key = await rotateLogKey({ ownerPool: florin.database.ownerPool, vault });
    await pay(1);
    await follow();
    const after = await expectWholeLog();
    expect(after.entries[before.size]?.toString()).toContain(`\u0003${before.origin}/key\n${before.size}\n${key}\n`);
    expect(await log.keys.list(log.pool)).toHaveLength(2);
    const { rows } = await log.pool.query('select from log_keys where sealed_private is not null');
    expect(rows).toHaveLength(1);
  });

  test('rotation stops at 900 keys of the log, so that proofs stay short and a restore gets a key', async () => {
    const { ownerPool } = florin.database;
    const { vault } = florin.app.dependencies;
    const keysNow = async () => (await ownerPool.query('select from log_keys')).rowCount;
    const before = (await keysNow()) ?? 0;
    await ownerPool.query(
      `insert into log_keys (id, verifier_key, note, place) select n, n, '', 0 from generate_series($1::int, 900) n`,
      [before + 1],
    );
    await expect(rotateLogKey({ ownerPool, vault })).rejects.toThrow('has had 900 keys');
    await ownerPool.query('delete from log_keys where id > $1', [before]);
    expect(await keysNow()).toBe(before);
  });

  test('the log has a new name after a restore, and the old name is never signed again', async () => {
    const { vault } = florin.app.dependencies;
    const before = await readLog(florin.app);
    await cutLog({ ownerPool: florin.database.ownerPool, vault });
    await pay(1);
    await follow();
    expect(await expectWholeLog()).toMatchObject({ origin: `${before.origin}/2` });
    await cutLog({ ownerPool: florin.database.ownerPool, vault });
    expect(await expectWholeLog()).toMatchObject({ origin: `${before.origin}/3` });
  });
});
