import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectCleanSweep } from '../../test/ledger-model/compare.ts';
import { postRaw } from '../../test/ledger-model/driver.ts';
import { drawKind, future, type ModelDraw, type ModelEntry } from '../../test/ledger-model/entry.ts';
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

test('money received in a batch can be sent on later in the batch, but not earlier', async () => {
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

test('posts a batch of 4,095 entries and rejects a batch of 4,096', async () => {
  const pay = payer(await openWorld(database.pool, { users: 2, opening: 10n }));
  const backAndForth = Array.from({ length: 4_095 }, (_, i) => pay(i, i + 1, 1n));
  const answers = await outcomesOf(...backAndForth);
  expect(answers.filter((outcome) => outcome === 'posted').length).toBe(4_095);
  await expect(outcomesOf(...backAndForth, pay(0, 1, 1n))).rejects.toThrow('1 to 4095 entries');
  await expect(outcomesOf()).rejects.toThrow('1 to 4095 entries');
});

test('entries of a batch are numbered from the start of a block of 4,096 ids', async () => {
  const pay = payer(await openWorld(database.pool, { users: 2, opening: 10n }));
  const answers = await postRaw(database.pool, [pay(0, 1, 1n), pay(0, 1, 100n), pay(0, 1, 1n)]);
  const [first = 0n] = answers.map(({ id }) => id);
  expect(first % 4_096n).toBe(1n);
  expect(answers.map(({ id }) => id)).toEqual([first, undefined, first + 2n]);
});

describe('allowances', () => {
  const drawing = (draw: ModelDraw) => entry({ draws: [draw] });

  test("the allowances of the current day and month are named by the database's clock", async () => {
    const owner = randomUUID();
    const draw = { owner, amount: 1n, limit: 10n };
    const before = await periods();
    await outcomesOf(drawing({ ...draw, slot: '@day' }), drawing({ ...draw, slot: '@month' }));
    const after = await periods();
    const { rows } = await database.pool.query<{ slot: string; posted: bigint }>(
      'select slot, posted from books.accounts where owner = $1 order by slot',
      [owner],
    );
    const possible = [before, after].map(({ day, month }) => [
      { slot: month, posted: -1n },
      { slot: day, posted: -1n },
    ]);
    expect(possible).toContainEqual(rows);
  });

  test('the draw of one period leaves the allowances of other periods unchanged', async () => {
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

  test('draws can be returned, even when the limit is below the used amount', async () => {
    const draw = { owner: randomUUID(), slot: 'any day' };
    const neighbor = drawing({ owner: randomUUID(), slot: 'any day', amount: 1n, limit: 1n });
    expect(
      await outcomesOf(
        drawing({ ...draw, amount: 100n, limit: 100n }),
        drawing({ ...draw, amount: -10n, limit: 60n }),
        drawing({ ...draw, amount: 1n, limit: 60n }),
        neighbor,
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

  test('two draws of one entry on an allowance must fit under the lower of their limits', async () => {
    const draw = { owner: randomUUID(), slot: 'any day' };
    const twice = (first: bigint, second: bigint) =>
      entry({
        draws: [
          { ...draw, amount: 5n, limit: first },
          { ...draw, amount: 5n, limit: second },
        ],
      });
    expect(await outcomesOf(twice(10n, 9n), twice(9n, 10n), twice(100n, 10n))).toEqual(['limit', 'limit', 'posted']);
    expect(await allowance(draw.owner)).toEqual({ posted: -10n, floor: -10n });
  });

  test('a return and a draw of the same amount in one entry fit under any limit', async () => {
    const draw = { owner: randomUUID(), slot: 'any day' };
    const exchange = entry({
      draws: [
        { ...draw, amount: -5n, limit: 10n },
        { ...draw, amount: 5n, limit: 10n },
      ],
    });
    expect(await outcomesOf(drawing({ ...draw, amount: 50n, limit: 50n }), exchange)).toEqual(['posted', 'posted']);
    expect(await allowance(draw.owner)).toEqual({ posted: -50n, floor: -50n });
  });

  test('a lowered or raised limit applies from one entry of the batch to the next', async () => {
    const draw = { owner: randomUUID(), slot: 'any day' };
    await outcomesOf(drawing({ ...draw, amount: 50n, limit: 100n }));
    expect(
      await outcomesOf(
        drawing({ ...draw, amount: 10n, limit: 100n }),
        drawing({ ...draw, amount: 1n, limit: 60n }),
        drawing({ ...draw, amount: 1n, limit: 61n }),
      ),
    ).toEqual(['posted', 'limit', 'posted']);
    expect(await allowance(draw.owner)).toEqual({ posted: -61n, floor: -61n });
  });
});

describe('several insufficient accounts', () => {
  type Lines = readonly (readonly [user: number, amount: bigint])[];
  const moving = ({ usd }: World, lines: Lines) =>
    lines.map(([user, amount]) => ({ account: pick(usd, user), amount }));

  test.each<Lines>([
    [
      [1, -11n],
      [0, -11n],
      [2, 22n],
    ],
    [
      [1, -5n],
      [0, -11n],
      [2, 22n],
      [1, -6n],
    ],
  ])('names the first posting without funds: %s, %s, %s', async (...lines) => {
    const world = await openWorld(database.pool, { users: 3, opening: 10n });
    const [answer] = await postRaw(database.pool, [entry({ postings: moving(world, lines) })]);
    expect(answer).toMatchObject({ outcome: 'insufficient', account: pick(world.usd, 1) });
  });

  const tooMuch = (owner: string, slot: string): ModelDraw => ({ owner, slot, amount: 9n, limit: 8n });

  test('names an insufficient reservation before an exceeded allowance', async () => {
    const { usd, owners } = await openWorld(database.pool, { users: 1, opening: 10n });
    const reserves = { account: pick(usd, 0), amount: 11n, expires: future };
    const [answer] = await postRaw(database.pool, [entry({ reserves, draws: [tooMuch(pick(owners, 0), 'any')] })]);
    expect(answer).toMatchObject({ outcome: 'insufficient', account: pick(usd, 0) });
  });

  test('names the first of two exceeded allowances', async () => {
    const owner = randomUUID();
    const [answer] = await postRaw(database.pool, [
      entry({ draws: [tooMuch(owner, 'first'), tooMuch(owner, 'second')] }),
    ]);
    const { rows } = await database.pool.query<{ id: bigint }>(
      `select id from books.accounts where owner = $1 and slot = 'first'`,
      [owner],
    );
    expect(answer).toMatchObject({ outcome: 'limit', account: rows[0]?.id });
  });
});

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
    'select posted, floor from books.accounts where owner = $1 and kind = $2',
    [owner, drawKind],
  );
  return rows[0];
}
