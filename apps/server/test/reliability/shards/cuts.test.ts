import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { returnKey } from '../../../src/ledger/shards/halves.ts';
import { halfASendIn } from '../../half-a-send.ts';
import { createSeveralLedgers, type SeveralLedgers } from '../../several-ledgers.ts';
import { cutsThrough } from './cuts.ts';

let several: SeveralLedgers;
let cuts: ReturnType<typeof cutsThrough>;
beforeEach(async () => {
  several = await createSeveralLedgers(2);
  cuts = cutsThrough(several.databases);
});
afterEach(() => several.close());

test('a cut counts money in transit until it arrives', async () => {
  const { there, second } = await halfASendIn(several);
  expect(await cuts.take()).toEqual({ number: 1, onItsWay: 1, problems: [] });
  expect(await cuts.take()).toEqual({ number: 2, onItsWay: 1, problems: [] });
  await there.post(second, {});
  expect(await cuts.take()).toEqual({ number: 3, onItsWay: 0, problems: [] });
});

test('a cut does not count returned money', async () => {
  const { here, first } = await halfASendIn(several);
  const postings = first.postings.map(({ account, units }) => ({ account, units: -units }));
  await here.post({ ...first, key: returnKey(first.id), metadata: { first_half: String(first.id) }, postings }, {});
  expect(await cuts.take()).toMatchObject({ onItsWay: 0, problems: [] });
});

test('a cut finds money that arrives twice', async () => {
  const { there, second } = await halfASendIn(several);
  await there.post(second, {});
  await cuts.take();
  await there.post({ ...second, key: randomUUID() }, {});
  expect((await cuts.take())?.problems).toEqual([
    expect.stringMatching(/^entry \d+ ends \d+ with -100 USD$/),
    'transit:0-1 USD has -100 more than is on its way',
    'USD inside: 100, at first 0',
  ]);
});

test('a cut finds money that arrives with another amount, or under another key', async () => {
  for (const [times, key] of [
    [2n, undefined],
    [1n, randomUUID()],
  ] as const) {
    const { there, second } = await halfASendIn(several);
    const postings = second.postings.map((one) => ({ ...one, units: one.units * times }));
    await there.post({ ...second, postings, ...(key !== undefined && { key }) }, {});
    expect((await cuts.take())?.problems).toContainEqual(expect.stringMatching(/^entry \d+ ends \d+ with -\d00 USD$/));
  }
});

test('a cut finds money that a ledger lost', async () => {
  await halfASendIn(several);
  await cuts.take();
  await several.main.ownerPool.query(
    `update ledger.accounts set posted = posted - 1 where kind = 'wallet' and posted > 0`,
  );
  expect((await cuts.take())?.problems).toEqual(['ledger 0 sums to -1 USD', 'USD inside: -1, at first 0']);
});

test('a cut is not taken while an entry is neither posted nor refused in a ledger', async () => {
  const client = await several.main.ownerPool.connect();
  await client.query('begin; lock table ledger.journal_entries in row exclusive mode');
  expect(await cuts.take()).toBeUndefined();
  await client.query('rollback');
  client.release();
  expect(await cuts.take()).toMatchObject({ number: 1 });
});
