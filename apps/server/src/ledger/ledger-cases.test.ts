import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectCleanSweep } from '../../test/ledger-model/compare.ts';
import { postRaw } from '../../test/ledger-model/driver.ts';
import { drawKind, type ModelDraw, type ModelEntry } from '../../test/ledger-model/entry.ts';
import { openWorld, pick, type World } from '../../test/ledger-model/world.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await expectCleanSweep(database.pool);
  await database.close();
});

const outcomesOf = async (...batch: ModelEntry[]) =>
  (await postRaw(database.pool, batch)).map(({ outcome }) => outcome);

const entry = (content: Partial<ModelEntry>): ModelEntry => ({
  key: randomUUID(),
  hash: 1n,
  postings: [],
  draws: [],
  ...content,
});

const payer = (world: World) => (from: number, to: number, amount: bigint) =>
  entry({
    postings: [
      { account: pick(world.usd, from), amount: -amount },
      { account: pick(world.usd, to), amount },
    ],
  });

test('a chain in one batch: what comes in can be paid on, and not before', async () => {
  const pay = payer(await openWorld(database.pool, { users: 3, opening: 10n }));
  const [a, b, c] = [0, 1, 2];
  expect(await outcomesOf(pay(b, c, 20n), pay(a, b, 10n), pay(b, c, 20n), pay(c, a, 30n), pay(c, a, 1n))).toEqual([
    'insufficient',
    'posted',
    'posted',
    'posted',
    'insufficient',
  ]);
});

test('the largest batch goes through, and one entry more does not', async () => {
  const pay = payer(await openWorld(database.pool, { users: 2, opening: 10n }));
  const backAndForth = Array.from({ length: 4_095 }, (_, i) => pay(i, i + 1, 1n));
  const answers = await outcomesOf(...backAndForth);
  expect(answers.filter((outcome) => outcome === 'posted').length).toBe(4_095);
  await expect(outcomesOf(...backAndForth, pay(0, 1, 1n))).rejects.toThrow('1 to 4095 entries');
  await expect(outcomesOf()).rejects.toThrow('1 to 4095 entries');
});

describe('an amount that is none', () => {
  test.each(['0.5', 'NaN', 'Infinity', '1e30', '0', null])(
    '%s is refused, and its neighbour posted',
    async (absurd) => {
      const { usd } = await openWorld(database.pool, { users: 2, opening: 10n });
      const negative = absurd === null ? null : `-${absurd}`.replace('-NaN', 'NaN');
      const { rows } = await database.pool.query<{ outcome: string[] }>(
        `select outcome::text[] from ledger.post(
         entry_key => $1, entry_actor => $1, entry_hash => '{1,1}', entry_kind => '{test,test}',
         entry_metadata => '{null,null}', posting_entry => '{1,1,2,2}', posting_account => $2, posting_amount => $3)`,
        [
          [randomUUID(), randomUUID()],
          [usd[0], usd[1], usd[0], usd[1]],
          [negative, absurd, '-1', '1'],
        ],
      );
      expect(rows[0]?.outcome).toEqual(['unbalanced', 'posted']);
    },
  );
});

describe('allowances', () => {
  const drawing = (draw: ModelDraw) => entry({ draws: [draw] });

  test('of the running day and month are called by the date of the database’s clock', async () => {
    const owner = randomUUID();
    const draw = { owner, amount: 1n, limit: 10n };
    const before = await periods();
    await outcomesOf(drawing({ ...draw, slot: '@day' }), drawing({ ...draw, slot: '@month' }));
    const after = await periods();
    const { rows } = await database.pool.query<{ slot: string; posted: bigint }>(
      'select slot, posted from ledger.accounts where owner = $1 order by slot',
      [owner],
    );
    const possible = [before, after].map(({ day, month }) => [
      { slot: month, posted: -1n },
      { slot: day, posted: -1n },
    ]);
    expect(possible).toContainEqual(rows);
  });

  test('one period does not use up another', async () => {
    const draw = { owner: randomUUID(), amount: 10n, limit: 10n };
    expect(
      await outcomesOf(
        drawing({ ...draw, slot: '@day' }),
        drawing({ ...draw, slot: '@month' }),
        drawing({ ...draw, slot: '2026-01-01' }),
        drawing({ ...draw, slot: '@day', amount: 1n }),
      ),
    ).toEqual(['posted', 'posted', 'posted', 'limit']);
  });

  test('can be given back, also when the limit has come down below what is used', async () => {
    const draw = { owner: randomUUID(), slot: 'any day' };
    const neighbour = drawing({ owner: randomUUID(), slot: 'any day', amount: 1n, limit: 1n });
    expect(
      await outcomesOf(
        drawing({ ...draw, amount: 100n, limit: 100n }),
        drawing({ ...draw, amount: -10n, limit: 60n }),
        drawing({ ...draw, amount: 1n, limit: 60n }),
        neighbour,
      ),
    ).toEqual(['posted', 'posted', 'limit', 'posted']);
    expect(await allowance(draw.owner)).toEqual({ posted: -90n, floor: -90n });
    expect(
      await outcomesOf(
        drawing({ ...draw, amount: -50n, limit: 60n }),
        drawing({ ...draw, amount: 21n, limit: 60n }),
        drawing({ ...draw, amount: 20n, limit: 60n }),
      ),
    ).toEqual(['posted', 'limit', 'posted']);
    expect(await allowance(draw.owner)).toEqual({ posted: -60n, floor: -60n });
  });

  test('count in a memo asset only', async () => {
    await openWorld(database.pool, { users: 1, opening: 1n });
    expect(await drawRaw({ asset: 'USD' })).toEqual({ outcome: ['unknown_account'], account: [null] });
    expect(await drawRaw({ asset: 'USD-limit' })).toEqual({ outcome: ['posted'], account: [null] });
  });

  test.each(['-1', '0.5', 'NaN', '1e30', null])('are not opened with a limit of %s', async (limit) => {
    expect(await drawRaw({ limit })).toEqual({ outcome: ['unknown_account'], account: [null] });
  });

  test.each(['-1', '0.5', 'NaN', '1e30', null])('do not take on a limit of %s', async (limit) => {
    const owner = randomUUID();
    await drawRaw({ owner });
    expect(await drawRaw({ owner, limit })).toEqual({ outcome: ['unbalanced'], account: [null] });
    expect(await drawRaw({ owner, amount: '9' })).toMatchObject({ outcome: ['posted'] });
  });
});

/** Draws 1 of 10 unless told otherwise: what no command asks for, PostgreSQL is asked here. */
async function drawRaw({
  owner = randomUUID() as string,
  asset = 'USD-limit',
  amount = '1',
  limit = '10' as string | null,
}) {
  const { rows } = await database.pool.query<{ outcome: string[]; account: (bigint | null)[] }>(
    `select outcome::text[], account from ledger.post(
       entry_key => $1, entry_actor => $1, entry_hash => '{1}', entry_kind => '{test}', entry_metadata => '{null}',
       posting_entry => '{}', posting_account => '{}', posting_amount => '{}',
       draw_entry => '{1}', draw_owner => $2, draw_kind => '{any}', draw_asset => $3, draw_slot => '{any}',
       draw_amount => $4, draw_limit => $5)`,
    [[randomUUID()], [owner], [asset], [amount], [limit]],
  );
  return rows[0];
}

async function periods() {
  const { rows } = await database.pool.query<{ day: string; month: string }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as day, to_char(now() at time zone 'UTC', 'YYYY-MM') as month`,
  );
  const [row] = rows;
  if (!row) throw new Error('the database has no date');
  return row;
}

async function allowance(owner: string) {
  const { rows } = await database.pool.query(
    'select posted, floor from ledger.accounts where owner = $1 and kind = $2',
    [owner, drawKind],
  );
  return rows[0];
}
