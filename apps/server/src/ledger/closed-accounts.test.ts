import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectCleanSweep } from '../../test/ledger-model/compare.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { transact } from '../platform/database/transact.ts';
import { Refusal } from '../platform/refusal.ts';
import { openLedger, type JournalEntry, type Ledger } from './index.ts';

let database: TestDatabase;
let ledger: Ledger;
beforeAll(async () => {
  database = await createTestDatabase();
  ledger = openLedger(database.pool);
  await ledger.registerAssets(['USD', 'EUR', 'GBP'], 2);
});
afterAll(async () => {
  await expectCleanSweep(database.pool);
  await database.close();
});

/** Returns an entry that pays an owner from the house's cash account. */
async function paying(owner: string, units: bigint, asset: 'USD' | 'EUR' = 'USD'): Promise<JournalEntry> {
  return {
    key: randomUUID(),
    requestHash: 1n,
    actor: owner,
    kind: 'test',
    metadata: {},
    postings: [
      { account: await ledger.houseId('cash', asset), units: -units },
      { account: await ledger.walletId(owner, asset), units },
    ],
  };
}

const accountClosed = { name: 'Refusal', code: 'account_closed' };

const close = (owner: string) => transact(database.pool, (tx) => ledger.closeAccounts(tx, owner));

const accountsOf = async (owner: string) => {
  const { rows } = await database.pool.query<{ asset: string; posted: bigint; closed: boolean }>(
    `select asset, posted, closed from books.accounts where owner = $1 and slot = '' order by asset`,
    [owner],
  );
  return rows;
};

const closedAndEmpty = ['EUR', 'GBP', 'USD'].map((asset) => ({ asset, posted: 0n, closed: true }));

describe('closed accounts', () => {
  test('rejects money for a closed account and posts the other entries of the batch', async () => {
    const [leaver, neighbor] = [randomUUID(), randomUUID()];
    const late = await paying(leaver, 5n);
    const within = await paying(leaver, 5n);
    expect(await close(leaver)).toEqual([]);

    const [first, refused, last] = await Promise.allSettled([
      ledger.post(await paying(neighbor, 1n), {}),
      ledger.post(late, {}),
      ledger.post(await paying(neighbor, 2n), {}),
    ]);
    expect(first).toMatchObject({ value: { outcome: 'posted' } });
    expect(refused).toMatchObject({ reason: accountClosed });
    expect(last).toMatchObject({ value: { outcome: 'posted' } });
    await expect(transact(database.pool, (tx) => ledger.postWithin(tx, within, {}))).rejects.toMatchObject(
      accountClosed,
    );
    expect(await accountsOf(leaver)).toEqual(closedAndEmpty);
    expect(await ledger.hasEntry(leaver, late.key)).toBe(false);
  });

  test('closes every account that others can pay into, even accounts that are unused or opened later', async () => {
    const leaver = randomUUID();
    expect(await close(leaver)).toEqual([]);
    expect(await accountsOf(leaver)).toEqual(closedAndEmpty);
    await expect(ledger.post(await paying(leaver, 1n, 'EUR'), {})).rejects.toMatchObject(accountClosed);
    await ledger.registerAssets(['BTC'], 8);
    await ledger.walletId(leaver, 'BTC');
    expect(await accountsOf(leaver)).toContainEqual({ asset: 'BTC', posted: 0n, closed: true });
  });

  test('a closed account is recognized even if an engine names the constraint only in the text of its error', async () => {
    const entry = await paying(randomUUID(), 1_00n);
    await database.ownerPool.query(
      `create function public.fail() returns trigger language plpgsql as $$ begin
         raise 'new row for relation "accounts_102008" violates check constraint "closed_accounts_are_empty"'
           using errcode = 'check_violation';
       end $$;
       create trigger fail before update on ledger.accounts for each row execute function public.fail()`,
    );
    await expect(ledger.post(entry, {})).rejects.toMatchObject(accountClosed);
    await database.ownerPool.query('drop function public.fail cascade');
    await ledger.post(entry, {});
  });

  test('answers a repeated request with the earlier entry after the account is closed', async () => {
    const leaver = randomUUID();
    const [paid, back] = [await paying(leaver, 3n), await paying(leaver, -3n)];
    await ledger.post(paid, {});
    await ledger.post(back, {});
    await close(leaver);
    expect(await ledger.post(paid, {})).toMatchObject({ outcome: 'duplicate' });
  });
});

test('a closed account rejects entries, even if the entries of one batch add up to zero', async () => {
  const [leaver, neighbor] = [randomUUID(), randomUUID()];
  const both = [await paying(leaver, 5n), await paying(leaver, -5n)];
  const [within] = both.map((entry) => ({
    ...entry,
    key: randomUUID(),
    postings: both.flatMap(({ postings }) => postings),
  }));
  const other = await paying(neighbor, 5n);
  const insufficient = () => new Refusal('insufficient_balance', 'It is empty.');
  expect(await close(leaver)).toEqual([]);

  const together = both.map((entry) => ({ entry, sentences: {} }));
  await expect(ledger.postTogether(together)).rejects.toMatchObject(accountClosed);
  await expect(ledger.post(within ?? other, {})).rejects.toMatchObject(accountClosed);
  const first = ledger.post(await paying(neighbor, 1n), {}); // the next ones wait for it, in one batch
  const [paid, taken, posted] = await Promise.allSettled(
    [...both, other].map((entry) => ledger.post(entry, { insufficient })),
  );
  await first;
  expect(paid).toMatchObject({ reason: accountClosed });
  expect(taken).toMatchObject({ reason: { code: 'insufficient_balance' } });
  expect(posted).toMatchObject({ value: { outcome: 'posted' } });
  expect(await ledger.post(other, {})).toMatchObject({ outcome: 'duplicate' });
  const { rows } = await database.pool.query('select from books.accounts where owner = $1 and seq > 0', [leaver]);
  expect(rows).toEqual([]);
});

test('leaves all accounts of an owner open and returns the remaining assets when money is left', async () => {
  const owner = randomUUID();
  await ledger.post(await paying(owner, 5n), {});
  await ledger.post(await paying(owner, 7n, 'EUR'), {});
  const wallet = await ledger.walletId(owner, 'EUR');
  const hold = { ...(await paying(owner, 1n, 'EUR')), postings: [], reserve: { account: wallet, units: 7n } };
  await ledger.post(hold, {});
  expect(await close(owner)).toEqual([
    { asset: 'EUR', held: true },
    { asset: 'USD', held: false },
  ]);
  expect((await accountsOf(owner)).map(({ closed }) => closed)).toEqual([false, false, false]);
  await ledger.post(await paying(owner, 1n), {});
});

test("closing an owner's accounts does not wait for other accounts", async () => {
  const busy = await ledger.walletId(randomUUID(), 'USD');
  await transact(database.ownerPool, async (tx) => {
    await tx.query('select from books.accounts where id = $1 for update', [busy]);
    expect(await close(randomUUID())).toEqual([]);
  });
});

test("closing an owner's accounts ignores used allowances", async () => {
  const owner = randomUUID();
  const [paid, back] = [await paying(owner, 5n), await paying(owner, -5n)];
  await ledger.post({ ...paid, draws: [{ owner, kind: 'any', slot: '@day', units: 5n, limit: 9n }] }, {});
  await ledger.post(back, {});
  expect(await close(owner)).toEqual([]);
});

test('a payment concurrent with closing either arrives and keeps the account open, or is rejected', async () => {
  const other = openLedger(database.pool);
  for (let round = 0; round < 40; round++) {
    const leaver = randomUUID();
    const entries = await Promise.all(Array.from({ length: 6 }, () => paying(leaver, 1n)));
    const [left, ...paid] = await Promise.all([
      close(leaver),
      ...entries.map((entry, i) =>
        (i % 2 ? ledger : other).post(entry, {}).then(
          () => true,
          (error: unknown) => {
            expect(error).toMatchObject(accountClosed);
            return false;
          },
        ),
      ),
    ]);
    const usd = (await accountsOf(leaver)).find(({ asset }) => asset === 'USD');
    expect(usd).toMatchObject({ posted: BigInt(paid.filter(Boolean).length), closed: left.length === 0 });
  }
});
