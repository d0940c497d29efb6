import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postRaw } from '../../test/ledger-model/driver.ts';
import type { Order } from '../../test/ledger-model/orders.ts';
import { toBatch } from '../../test/ledger-model/to-batch.ts';
import { openWorld, pick } from '../../test/ledger-model/world.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { runSweep } from './sweep.ts';

let database: TestDatabase;
/** An account with four postings and a hold. All postings except the first are new. */
let busy = 0n;
/** An account with one posting that was swept long ago, and a new hold. */
let quiet = 0n;
/** The entry of each of the busy account's postings. */
let entries: bigint[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const world = await openWorld(database.pool, { users: 3, opening: 1_000n });
  [busy, quiet] = [pick(world.usd, 0), pick(world.usd, 2)];
  await runSweep(database.pool, { whole: false });
  const send = (from: number, to: number, amount: number): Order => ({
    ask: 'send',
    from,
    to,
    amount,
    fee: 0,
    lane: 0,
  });
  const reserve = (from: number): Order => ({ ask: 'reserve', from, amount: 10, expired: 1, limit: null });
  await postRaw(database.pool, toBatch(world, [send(0, 1, 10), send(0, 1, 20), send(1, 0, 5), reserve(0), reserve(2)]));
  const { rows } = await database.pool.query<{ entry_id: bigint }>(
    'select entry_id from books.postings where account_id = $1 order by seq',
    [busy],
  );
  entries = rows.map(({ entry_id }) => entry_id);
});
afterAll(() => database.close());

type Finding = { invariant: string; account_id: bigint | null; entry_id: bigint | null; found: string };
type Query = <Row>(sql: string) => Promise<Row[]>;

/** Runs the work as the database owner and rolls back. Replaces $busy and $quiet with the account ids. */
async function inUndoneTransaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
  const client = await database.ownerPool.connect();
  try {
    await client.query('begin');
    return await work(async (sql) => {
      const { rows } = await client.query(sql.replaceAll('$busy', String(busy)).replaceAll('$quiet', String(quiet)));
      return rows;
    });
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Returns the findings of both sweeps after these changes, then rolls back. */
const findingsAfter = (...changes: string[]) =>
  inUndoneTransaction(async (query) => {
    for (const change of changes) await query(change);
    const sorted = (from: string) =>
      query<Finding>(`select invariant, account_id, entry_id, found from ${from} order by 1, 2, 3`);
    return { whole: await sorted('ledger.sweep()'), new: await sorted('ledger.sweep_new()') };
  });

const invariantsOf = (findings: readonly Finding[]) => [...new Set(findings.map(({ invariant }) => invariant))];

const zero = 'each entry sums to zero in each asset that is money';
const running = `each posting's balance_after is the sum up to it`;
const gap = 'postings are numbered 1 to seq without a gap';
const balance = `an account's balance is the sum of its postings`;
const floor = 'no account is below its floor';
const hold = 'a hold is opened and ended by an entry';
const complete = 'each entry has all of its postings';

const without = (...constraints: string[]) =>
  `alter table ledger.accounts ${constraints.map((name) => `drop constraint ${name}`).join(', ')}`;
const holding = (amount: string) => [
  'alter table ledger.holds drop constraint holds_amount_check',
  without('available_is_above_floor', 'held_is_not_negative'),
  `update ledger.accounts set held = ${amount} where id = $busy`,
  `update ledger.holds set amount = (select held from books.accounts where id = $busy) where account_id = $busy`,
];

describe('both sweeps', () => {
  test.each<[title: string, found: string[], changes: string[], byTheWholeAlone?: string[]]>([
    ['nothing is changed', [], []],
    [
      'two postings are merged into one',
      [zero, gap],
      [
        'delete from ledger.postings where account_id = $busy and seq = 3',
        'update ledger.postings set amount = amount - 20 where account_id = $busy and seq = 4',
      ],
      [complete],
    ],
    [
      'the last posting has a later number',
      [gap],
      ['update ledger.postings set seq = seq + 1 where account_id = $busy and seq = 4'],
    ],
    [
      'the posting count of an account without new postings is one too high',
      [gap],
      ['update ledger.accounts set seq = seq + 1 where id = $quiet'],
    ],
    [
      'the balance of an account without new postings is one too high',
      [balance],
      ['update ledger.accounts set posted = posted + 1 where id = $quiet'],
    ],
    ['the whole balance is held', [], holding('posted')],
    ['more than the balance is held', [floor], holding('posted + 1')],
    ['a negative amount is held', [floor], holding('-1')],
    [
      'an account is at its floor',
      [],
      [
        without('floor_is_not_above_0', 'available_is_above_floor'),
        'update ledger.accounts set floor = posted - held where id = $busy',
      ],
    ],
    [
      'an account is below its floor',
      [floor],
      [
        without('floor_is_not_above_0', 'available_is_above_floor'),
        'update ledger.accounts set floor = posted - held + 1 where id = $busy',
      ],
    ],
  ])('both sweeps have the same findings when %s', async (_title, found, changes, byTheWholeAlone = []) => {
    const findings = await findingsAfter(...changes);
    expect(invariantsOf(findings.whole)).toEqual([...byTheWholeAlone, ...found]);
    expect(invariantsOf(findings.new)).toEqual(found);
  });

  test('both sweeps name the account, the first entry and the amount of a changed posting', async () => {
    const findings = await findingsAfter(
      'update ledger.postings set amount = amount - 7 where account_id = $busy and seq = 2',
    );
    const expected = [
      { invariant: zero, account_id: null, entry_id: entries[1], found: '-7 USD' },
      { invariant: running, account_id: busy, entry_id: entries[1], found: expect.stringContaining('seq 4') },
    ];
    expect(findings).toEqual({ whole: expected, new: expected });
  });

  test('both sweeps name the first of several entries in a wrong asset', async () => {
    const findings = await findingsAfter(
      `update ledger.postings set asset = 'BTC' where account_id = $busy and seq between 2 and 3`,
    );
    for (const found of [findings.whole, findings.new])
      expect(found.filter(({ account_id }) => account_id !== null)).toMatchObject([
        { invariant: `postings are in the account's asset`, account_id: busy, entry_id: entries[1] },
      ]);
  });

  test('both sweeps record at most a hundred findings', async () => {
    const counts = await inUndoneTransaction(async (query) => {
      await query(
        `insert into ledger.postings (account_id, seq, entry_id, recorded_on, amount, balance_after, asset)
         select $busy, seq, -seq, current_date, 1, 0, 'USD' from generate_series(5, 105) seq`,
      );
      await query('select ledger.run_sweep(true), ledger.run_sweep(false)');
      return query('select whole, jsonb_array_length(findings) as count from books.sweeps order by id desc limit 2');
    });
    expect(counts).toEqual([
      { whole: false, count: 100 },
      { whole: true, count: 100 },
    ]);
  });
});

describe('the whole sweep alone', () => {
  test('only the whole sweep finds a hold that no entry opened', async () => {
    const findings = await findingsAfter('update ledger.holds set id = 1 where account_id = $quiet');
    expect(findings.whole).toMatchObject([{ invariant: hold, account_id: quiet, entry_id: 1n }]);
    expect(findings.new).toEqual([]);
  });

  test('only the whole sweep finds a held amount without holds and a hold on an unknown account', async () => {
    const findings = await findingsAfter(
      'alter table ledger.holds drop constraint holds_account_id_fkey',
      'update ledger.holds set account_id = 1000000 where account_id = $quiet',
    );
    expect(findings.whole).toMatchObject([
      { invariant: 'held is the sum of the open holds', account_id: quiet },
      { invariant: 'postings and holds belong to an account', account_id: 1_000_000n },
    ]);
  });
});

test('the sweep of new entries does not mark accounts without postings', async () => {
  const marked = await inUndoneTransaction(async (query) => {
    await query('select * from ledger.sweep_new()');
    return query('select a.id from ledger.swept s join books.accounts a on a.id = s.account_id where a.seq = 0');
  });
  expect(marked).toEqual([]);
});
