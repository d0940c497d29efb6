import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { blockedStatements } from '../../test/blocked-statements.ts';
import { openWorld, pick, type World } from '../../test/ledger-model/world.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { openPool, type Pool } from '../platform/database/pool.ts';
import type { JournalEntry } from './entry.ts';
import { openLedger } from './ledger.ts';
import { lanes, postBatch } from './post-batch.ts';
import { readUsage } from './usage.ts';

let database: TestDatabase;
let world: World;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await openWorld(database.pool, { users: 2, opening: 100n });
});
afterAll(() => database.close());

const entry = (content: Partial<JournalEntry> = {}): JournalEntry => ({
  key: randomUUID(),
  requestHash: 1n,
  actor: randomUUID(),
  kind: 'test',
  metadata: {},
  postings: [
    { account: pick(world.usd, 0), units: -1n },
    { account: pick(world.usd, 1), units: 1n },
  ],
  ...content,
});

test('retries a batch if another batch writes its key at the same moment, and returns a duplicate', async () => {
  const first = await database.pool.connect();
  await first.query('begin');
  const taken = entry({ postings: [] });
  await postBatch(first, [taken], 0);
  const second = postBatch(database.pool, [taken], 1);
  await expect.poll(() => blockedStatements(database)).toBe(1);
  await first.query('commit');
  first.release();
  expect(await second).toMatchObject([{ outcome: 'duplicate' }]);
});

test('writes an entry with all its fields', async () => {
  const asked = entry({ requestHash: -7n, kind: 'a kind', metadata: { note: 'ä', none: undefined } });
  const [outcome] = await postBatch(database.pool, [asked], 0);
  const { rows } = await database.pool.query(
    'select id, actor, request_hash, recorded_at, effective_at, kind, metadata from books.entries where key = $1',
    [asked.key],
  );
  expect(outcome).toMatchObject({ outcome: 'posted', entryId: rows[0]?.id, recordedAt: rows[0]?.recorded_at });
  expect(rows).toEqual([
    {
      id: expect.any(BigInt),
      actor: asked.actor,
      request_hash: -7n,
      recorded_at: expect.any(Date),
      effective_at: null,
      kind: 'a kind',
      metadata: { note: 'ä' },
    },
  ]);
});

test.each([0, 5, lanes - 1])('posts only to lane %i of the house accounts', async (lane) => {
  const [cash, fees] = [world.house.cash, world.house.fees];
  const read = async () => {
    const { rows } = await database.pool.query<{ id: bigint; posted: bigint }>(
      'select id, posted from books.accounts where id < 0 order by id',
    );
    return new Map(rows.map(({ id, posted }) => [id, posted]));
  };
  const before = await read();
  const postings = [
    { account: cash, units: -3n },
    { account: fees, units: 3n },
  ];
  const [outcome] = await postBatch(database.pool, [entry({ postings })], lane);
  expect(outcome).toMatchObject({ outcome: 'posted', lines: postings });
  const moved = [...(await read())].filter(([id, posted]) => posted !== before.get(id));
  expect(new Map(moved.map(([id, posted]) => [id, posted - (before.get(id) ?? 0n)]))).toEqual(
    new Map([
      [cash + BigInt(lane), -3n],
      [fees + BigInt(lane), 3n],
    ]),
  );
});

test('rejects account id zero on every lane', async () => {
  const [from, to] = [pick(world.usd, 0), pick(world.usd, 1)];
  const postings = [
    { account: 0n, units: -1n },
    { account: to, units: 1n },
  ];
  expect(await postBatch(database.pool, [entry({ postings })], Number(from))).toEqual([
    { outcome: 'malformed', verdict: 'unknown_account' },
  ]);
});

test('applies a hold, a quote and a reservation only to the entry that has them', async () => {
  const account = pick(world.usd, 0);
  const expiresAt = new Date('2100-01-01');
  const quote = { id: randomUUID(), expiresAt };
  const [, opened] = await postBatch(
    database.pool,
    [entry(), entry({ postings: [], reserve: { account, units: 4n, expiresAt } }), entry()],
    0,
  );
  const hold = opened?.outcome === 'posted' ? opened.entryId : 0n;
  const [, priced, ended] = await postBatch(database.pool, [entry(), entry({ quote }), entry({ endsHold: hold })], 0);
  expect([opened, priced, ended]).toMatchObject([{ outcome: 'posted' }, { outcome: 'posted' }, { outcome: 'posted' }]);
  const { rows } = await database.ownerPool.query(
    `select id, amount, expires_at, ended_by, (select entry_id from ledger.quote_uses where quote_id = $2) as priced
     from books.holds where account_id = $1`,
    [account, quote.id],
  );
  const [pricedId, endedId] = [priced, ended].map((one) => (one?.outcome === 'posted' ? one.entryId : 0n));
  expect(rows).toEqual([{ id: hold, amount: 4n, expires_at: expiresAt, ended_by: endedId, priced: pricedId }]);
});

test('uses the fast path of empty arrays for parts that no entry of the batch has', async () => {
  const asked = vi.spyOn(database.pool, 'query');
  await postBatch(database.pool, [entry(), entry()], 0);
  const columns = (count: number, column: unknown) => Array.from({ length: count }, () => column);
  const entriesAndPostings = columns(8, expect.stringMatching(/^\{.+\}$/));
  const [draws, quotesAndHolds, reserves] = [columns(7, '{}'), columns(3, []), [...columns(3, '{}'), []]];
  expect(asked.mock.calls[0]).toMatchObject([
    { values: [...entriesAndPostings, ...draws, ...quotesAndHolds, ...reserves] },
  ]);
  asked.mockRestore();
});

describe('a process', () => {
  test.each([
    [0, 0n],
    [0.5, 8n],
    [0.999, 15n],
  ])('a ledger picks its house lane randomly (%d is lane %i)', async (chance, lane) => {
    const random = vi.spyOn(Math, 'random').mockReturnValueOnce(chance);
    const ledger = openLedger(database.pool);
    random.mockRestore();
    const postings = [
      { account: world.house.fees, units: -1n },
      { account: world.house.cash, units: 1n },
    ];
    const { entryId } = await ledger.post(entry({ postings }), {});
    const { rows } = await database.pool.query<{ id: bigint }>(
      'select account_id as id from books.postings where entry_id = $1 and amount > 0',
      [entryId],
    );
    expect(rows).toEqual([{ id: world.house.cash + lane }]);
  });

  test('prepares each statement of a batch once per connection', async () => {
    const pool = openPool(database.address, { size: 1 });
    const ledger = openLedger(pool);
    const { entryId } = await ledger.post(entry(), {});
    const owner = randomUUID();
    await ledger.walletId(owner, 'USD');
    await Promise.all([ledger.balancesOf(owner), ledger.drawsToReturn(entryId), ledger.hasEntry(owner, owner)]);
    await readUsage(pool, [owner], 'outflow');
    const { rows } = await pool.query<{ name: string }>('select name from pg_prepared_statements order by name');
    expect(rows.map(({ name }) => name)).toEqual([
      'balances',
      'draws-to-return',
      'has-entry',
      'open-accounts',
      'post',
      'usage',
    ]);
    await pool.end();
  });
});

describe('unusable database answers', () => {
  type Row = { outcome: (string | null)[]; posting_seq: bigint[]; posting_balance: bigint[] };

  /** Returns a pool whose answers are altered by `spoil`. */
  const spoiling = (spoil: (row: Row) => void): Pool =>
    new Proxy(database.pool, {
      get: (target, name) =>
        name === 'query'
          ? async (statement: { text: string }) => {
              const result = await target.query<Row>(statement);
              result.rows.forEach(spoil);
              return result;
            }
          : Reflect.get(target, name),
    });

  test.each<[title: string, spoil: (row: Row) => void, message: string]>([
    ['too few outcomes', (row) => row.outcome.pop(), 'answered for another batch'],
    ['too many outcomes', (row) => row.outcome.push('posted'), 'answered for another batch'],
    ['too few numbers', (row) => row.posting_seq.pop(), 'returned fewer postings'],
    ['too few balances', (row) => row.posting_balance.pop(), 'returned fewer postings'],
  ])('posting a batch fails on an answer with %s', async (_title, spoil, message) => {
    await expect(postBatch(spoiling(spoil), [entry(), entry()], 0)).rejects.toThrow(message);
  });

  test.each([
    ['something else', 'something else'],
    [null, 'missing'],
  ])('an outcome of %s makes only its own entry malformed', async (outcome, verdict) => {
    const spoilt = spoiling((row) => void (row.outcome[0] = outcome));
    expect(await postBatch(spoilt, [entry({ postings: [] }), entry()], 0)).toMatchObject([
      { outcome: 'malformed', verdict },
      { outcome: 'posted' },
    ]);
  });
});
