import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectCleanSweep } from '../../test/ledger-model/compare.ts';
import { openWorld, pick } from '../../test/ledger-model/world.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';

let database: TestDatabase;
/** Two wallets with 10 units each. */
let [from, to] = [0n, 0n];
beforeAll(async () => {
  database = await createTestDatabase();
  const { usd } = await openWorld(database.pool, { users: 2, opening: 10n });
  [from, to] = [pick(usd, 0), pick(usd, 1)];
  await database.ownerPool.query(`insert into ledger.assets values ('seconds', 0, true)`);
});
afterAll(async () => {
  await expectCleanSweep(database.pool);
  await database.close();
});

type Line = readonly [entry: number, account: bigint, amount: string | null];
type RawDraw = {
  entry?: number;
  owner?: string;
  kind?: string;
  asset?: string;
  slot?: string;
  amount?: string | null;
  limit?: string | null;
};
type Lines = { postings?: readonly Line[]; reserves?: readonly Line[]; draws?: readonly RawDraw[] };

/** Posts raw lines that no command produces: a batch of `size` entries with these lines. */
async function post(size: number, { postings = [], reserves = [], draws = [] }: Lines) {
  const columns = (lines: readonly Line[]) => [0, 1, 2].map((column) => lines.map((line) => line[column]));
  const { rows } = await database.pool.query<{ outcome: string[]; account: (bigint | null)[] }>(
    `select outcome::text[], account from ledger.post(
       entry_key => $1, entry_actor => $1, entry_hash => $2, entry_kind => $3, entry_metadata => $4,
       posting_entry => $5, posting_account => $6, posting_amount => $7,
       reserve_entry => $8, reserve_account => $9, reserve_amount => $10,
       draw_entry => $11, draw_owner => $12, draw_kind => $13, draw_asset => $14, draw_slot => $15,
       draw_amount => $16, draw_limit => $17)`,
    [
      Array.from({ length: size }, () => randomUUID()),
      Array.from({ length: size }, () => 1n),
      Array.from({ length: size }, () => 'test'),
      Array.from({ length: size }, () => null),
      ...columns(postings),
      ...columns(reserves),
      draws.map(({ entry = 1 }) => entry),
      draws.map(({ owner = randomUUID() }) => owner),
      draws.map(({ kind = 'any' }) => kind),
      draws.map(({ asset = 'USD-limit' }) => asset),
      draws.map(({ slot = 'any' }) => slot),
      draws.map(({ amount = '1' }) => amount),
      draws.map(({ limit = '10' }) => limit),
    ],
  );
  return rows[0];
}

const outcomesOf = async (size: number, lines: Lines) => (await post(size, lines))?.outcome;

/** Draws 1 of 10 by default. */
const draw = (asked: RawDraw) => post(1, { draws: [asked] });

describe('invalid amounts', () => {
  test.each(['0.5', 'NaN', 'Infinity', '1e30', '0', null])(
    'rejects a posting of %s and posts the other entry',
    async (amount) => {
      const negative = amount === null ? null : `-${amount}`.replace('-NaN', 'NaN');
      const postings: Line[] = [
        [1, from, negative],
        [1, to, amount],
        [2, from, '-1'],
        [2, to, '1'],
      ];
      expect(await outcomesOf(2, { postings })).toEqual(['unbalanced', 'posted']);
    },
  );

  test.each(['0.5', 'NaN', 'Infinity', '1e30', '0', '-1', null])('rejects a reservation of %s', async (amount) => {
    const reserves: Line[] = [
      [1, from, amount],
      [2, to, '1'],
    ];
    expect(await outcomesOf(2, { reserves })).toEqual(['unbalanced', 'posted']);
  });

  test.each(['0.5', 'NaN', 'Infinity', '1e30', '-1e30', '0', null])('rejects a draw of %s', async (amount) => {
    expect(await draw({ amount })).toEqual({ outcome: ['unbalanced'], account: [null] });
  });
});

test('rejects a second reservation in one entry', async () => {
  const [first, second] = [1, 2].map((entry): Line => [entry, to, '1']);
  if (!first || !second) throw new Error('there are two');
  expect(await outcomesOf(2, { reserves: [first, first, second] })).toEqual(['unbalanced', 'posted']);
});

describe('unknown entry numbers', () => {
  const inPlace = (entry: number): [title: string, lines: Lines][] => [
    ['posting', { postings: [[entry, from, '1']] }],
    ['reservation', { reserves: [[entry, from, '1']] }],
    ['draw', { draws: [{ entry }] }],
  ];

  test.each([...inPlace(0), ...inPlace(3)])(
    'fails the whole batch when a line names an unknown entry (%s: %o)',
    async (_title, lines) => {
      await expect(post(2, lines)).rejects.toThrow('names an entry that is not in it');
    },
  );
});

describe('allowances', () => {
  test('rejects a draw in an asset that is not a memo asset', async () => {
    expect(await draw({ asset: 'USD' })).toEqual({ outcome: ['unknown_account'], account: [null] });
    expect(await draw({ asset: 'USD-limit' })).toEqual({ outcome: ['posted'], account: [null] });
  });

  test('rejects a draw without a period', async () => {
    expect(await draw({ slot: '' })).toEqual({ outcome: ['unknown_account'], account: [null] });
  });

  test('counts each owner, kind, asset and period of an allowance separately', async () => {
    const all = { owner: randomUUID(), amount: '10' };
    for (const change of [{}, { owner: randomUUID() }, { kind: 'other' }, { asset: 'seconds' }, { slot: 'other' }])
      expect(await draw({ ...all, ...change })).toMatchObject({ outcome: ['posted'] });
    expect(await draw({ ...all, amount: '1' })).toMatchObject({ outcome: ['limit'] });
  });

  test('rejects a draw from an allowance of zero, and posts a return to it', async () => {
    const allowance = { owner: randomUUID(), limit: '0' };
    expect(await draw(allowance)).toEqual({ outcome: ['limit'], account: [expect.any(BigInt)] });
    expect(await draw({ ...allowance, amount: '-1' })).toMatchObject({ outcome: ['posted'] });
    expect(await draw(allowance)).toMatchObject({ outcome: ['posted'] });
  });

  test.each(['-1', '0.5', 'NaN', '1e30', null])('rejects a new allowance with a limit of %s', async (limit) => {
    expect(await draw({ limit })).toEqual({ outcome: ['unknown_account'], account: [null] });
  });

  test.each(['-1', '0.5', 'NaN', '1e30', null])('rejects a changed limit of %s', async (limit) => {
    const owner = randomUUID();
    await draw({ owner });
    expect(await draw({ owner, limit })).toEqual({ outcome: ['unbalanced'], account: [null] });
    expect(await draw({ owner, amount: '9' })).toMatchObject({ outcome: ['posted'] });
  });
});
