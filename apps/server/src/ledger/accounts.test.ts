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

describe('a member’s accounts', () => {
  test('are one per owner, kind and asset, and cannot fall below zero', async () => {
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

  test('keep their ids: the database is asked for each once, and for all that are wanted together in one question', async () => {
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

test('an account that the database does not name is called by its name in the error', async () => {
  const answeringNothing = new Proxy(database.pool, {
    get: (target, name) => (name === 'query' ? async () => ({ rows: [] }) : Reflect.get(target, name)),
  });
  const accounts = accountDirectory(answeringNothing);
  await expect(accounts.walletId('somebody', 'USD')).rejects.toThrow('did not open the account somebody USD');
  await expect(accounts.houseId('fees', 'BTC')).rejects.toThrow('did not open the account fees BTC');
});

describe('a house account', () => {
  test('is sixteen lanes in a row without a floor, of which it is called by the first', async () => {
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

  test('is found again by another process, whatever was opened since', async () => {
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

  test('keeps its id: the database is asked for it once', async () => {
    const accounts = accountDirectory(database.pool);
    const asked = vi.spyOn(database.pool, 'query');
    const id = await accounts.houseId('capital', 'USD');
    expect([await accounts.houseId('capital', 'USD'), await accounts.houseId('capital', 'USD')]).toEqual([id, id]);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test('that could not be opened is opened when it is next asked for', async () => {
    const accounts = accountDirectory(database.pool);
    await expect(accounts.houseId('inventory', 'NEW')).rejects.toMatchObject({ code: '23503' });
    await accounts.registerAssets(['NEW'], 8);
    expect(await accountOf(await accounts.houseId('inventory', 'NEW'))).toMatchObject({
      kind: 'inventory',
      asset: 'NEW',
    });
  });
});

test('an asset that is known stays as it is', async () => {
  await accountDirectory(database.pool).registerAssets(['USD', 'EUR'], 8);
  const { rows } = await database.pool.query(
    `select code, decimals, memo from books.assets where code in ('USD', 'EUR') order by code`,
  );
  expect(rows).toEqual([
    { code: 'EUR', decimals: 8, memo: false },
    { code: 'USD', decimals: 2, memo: false },
  ]);
});
