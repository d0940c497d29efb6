import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { accountDirectory } from './accounts.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await accountDirectory(database.pool).registerAssets(['USD'], 2);
  await accountDirectory(database.pool).registerAssets(['BTC'], 8);
});
afterAll(() => database.close());
afterEach(() => void vi.restoreAllMocks());

async function accountOf(id: bigint) {
  const { rows } = await database.pool.query(
    'select owner, kind, asset, slot, floor, posted, held, seq from books.accounts where id = $1',
    [id],
  );
  return rows[0];
}

const empty = { posted: 0n, held: 0n, seq: 0n };

describe('member accounts', () => {
  test('opens one account per owner, kind and asset, with a floor of zero', async () => {
    const { walletId, incomingId } = accountDirectory(database.pool);
    const [ines, jonas] = [randomUUID(), randomUUID()];
    const opened = await Promise.all([
      walletId(ines, 'USD'),
      walletId(ines, 'BTC'),
      incomingId(ines, 'USD'),
      walletId(jonas, 'USD'),
    ]);
    expect(await Promise.all(opened.map(accountOf))).toEqual([
      { owner: ines, kind: 'wallet', asset: 'USD', slot: '', floor: 0n, ...empty },
      { owner: ines, kind: 'wallet', asset: 'BTC', slot: '', floor: 0n, ...empty },
      { owner: ines, kind: 'incoming', asset: 'USD', slot: '', floor: 0n, ...empty },
      { owner: jonas, kind: 'wallet', asset: 'USD', slot: '', floor: 0n, ...empty },
    ]);
  });

  test('asks the database for each account id once, and fetches ids wanted together in one query', async () => {
    const { walletId } = accountDirectory(database.pool);
    const owners = [randomUUID(), randomUUID(), randomUUID()];
    const asked = vi.spyOn(database.pool, 'query');
    const opened = await Promise.all(owners.map((owner) => walletId(owner, 'USD')));
    expect(await Promise.all(owners.map((owner) => walletId(owner, 'USD')))).toEqual(opened);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(await Promise.all(owners.map((owner) => accountDirectory(database.pool).walletId(owner, 'USD')))).toEqual(
      opened,
    );
  });
});

test('names the account in the error when the database returns no id', async () => {
  const answeringNothing = new Proxy(database.pool, {
    get: (target, name) => (name === 'query' ? async () => ({ rows: [] }) : Reflect.get(target, name)),
  });
  const accounts = accountDirectory(answeringNothing);
  await expect(accounts.walletId('somebody', 'USD')).rejects.toThrow('did not open the account somebody USD');
  await expect(accounts.houseId('fees', 'BTC')).rejects.toThrow('did not open the account fees BTC');
});

describe('house accounts', () => {
  test('opens a house account as sixteen consecutive lanes without a floor, and returns the id of the first lane', async () => {
    const accounts = accountDirectory(database.pool);
    for (const [kind, asset] of [
      ['fees', 'USD'],
      ['fees', 'BTC'],
      ['cash', 'USD'],
    ] as const) {
      const id = await accounts.houseId(kind, asset);
      const lanes = Array.from({ length: 16 }, (_, lane) => BigInt(lane));
      expect(id & 15n, 'a multiple of sixteen').toBe(0n);
      expect(await Promise.all(lanes.map((lane) => accountOf(id + lane)))).toEqual(
        lanes.map((lane) => ({
          owner: '00000000-0000-0000-0000-000000000000',
          kind,
          asset,
          slot: `lane ${lane}`,
          floor: null,
          ...empty,
        })),
      );
    }
  });

  test('finds the same house account ids from another process', async () => {
    const [accounts, other] = [accountDirectory(database.pool), accountDirectory(database.pool)];
    const asked = [
      ['plan-fees', 'USD'],
      ['plan-fees', 'BTC'],
      ['exchange', 'USD'],
      ['exchange', 'BTC'],
    ] as const;
    const opened: bigint[] = [];
    for (const [kind, asset] of asked) opened.push(await accounts.houseId(kind, asset));
    expect(await Promise.all(asked.map(([kind, asset]) => other.houseId(kind, asset)))).toEqual(opened);
  });

  test('asks the database for a house account id once', async () => {
    const accounts = accountDirectory(database.pool);
    const asked = vi.spyOn(database.pool, 'query');
    const id = await accounts.houseId('capital', 'USD');
    expect([await accounts.houseId('capital', 'USD'), await accounts.houseId('capital', 'USD')]).toEqual([id, id]);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test('opens a house account at the next call after a failed attempt', async () => {
    const accounts = accountDirectory(database.pool);
    await expect(accounts.houseId('inventory', 'NEW')).rejects.toMatchObject({ code: '23503' });
    await accounts.registerAssets(['NEW'], 8);
    expect(await accountOf(await accounts.houseId('inventory', 'NEW'))).toMatchObject({
      kind: 'inventory',
      asset: 'NEW',
    });
  });
});

test('keeps the decimals of an asset that is already registered', async () => {
  await accountDirectory(database.pool).registerAssets(['USD', 'EUR'], 8);
  const { rows } = await database.pool.query(
    `select code, decimals, memo from books.assets where code in ('USD', 'EUR') order by code`,
  );
  expect(rows).toEqual([
    { code: 'EUR', decimals: 8, memo: false },
    { code: 'USD', decimals: 2, memo: false },
  ]);
});
