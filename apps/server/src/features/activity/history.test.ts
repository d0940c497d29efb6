import { endpoints, transactionTypes, type Transaction } from '@florin/contract';
import { fiatCodes, parseAmount } from '@florin/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { liveALittle } from '../../../test/live-a-little.ts';

let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  [ines, jonas] = await liveALittle(florin);
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const history = ({ client }: TestMember, query: { type?: Transaction['type'] | 'all'; limit?: number } = {}) =>
  client.call(endpoints.listTransactions, { query: { limit: 500, ...query } });

const unitsOf = (asset: string, exact: string) => {
  const units = parseAmount(asset, exact.replace('-', '')).amount?.units ?? 0n;
  return exact.startsWith('-') ? -units : units;
};

/** What waits, or did not get through, has no balance after it. */
const isPosted = ({ status }: Transaction) => status === 'completed';

describe('the history', () => {
  test('of each currency sums to what its wallet can spend, fees and what waits included', async () => {
    for (const member of [ines, jonas]) {
      const lines = await history(member);
      const wallets = await member.client.call(endpoints.listWallets);
      for (const currency of fiatCodes) {
        const own = lines.filter((line) => line.currency === currency);
        const sum = own.reduce((total, line) => total + unitsOf(currency, line.amount_exact), 0n);
        const wallet = wallets.find((each) => each.currency === currency);
        expect(sum).toBe(unitsOf(currency, wallet?.available_exact ?? ''));
        expect(own.find(isPosted)?.balance_after_exact).toBe(wallet?.balance_exact);
      }
    }
  });

  test('has after each line what the wallet held then', async () => {
    const held = new Map<string, bigint>();
    for (const line of (await history(ines)).toReversed().filter(isPosted)) {
      const balance = (held.get(line.currency) ?? 0n) + unitsOf(line.currency, line.amount_exact);
      held.set(line.currency, balance);
      expect(unitsOf(line.currency, line.balance_after_exact ?? '')).toBe(balance);
      expect(line.balance_after).toBe(Number(line.balance_after_exact));
    }
  });

  // Rules: transactions-7
  test('is newest first', async () => {
    const dates = (await history(ines)).map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  // Rules: api-9
  test.each(transactionTypes)('shows %s alone, all of them', async (type) => {
    const all = await history(ines);
    const some = await history(ines, { type });
    expect(some.length).toBeGreaterThan(0);
    expect(some).toEqual(all.filter((line) => line.type === type));
  });

  test('shows everything with the type all, 50 lines unless asked otherwise', async () => {
    const all = await history(ines);
    expect(await history(ines, { type: 'all' })).toEqual(all);
    expect(await ines.client.call(endpoints.listTransactions, { query: {} })).toEqual(all.slice(0, 50));
    expect(await history(ines, { limit: 3 })).toEqual(all.slice(0, 3));
  });

  test('of a new member is empty', async () => {
    expect(await history(await florin.signUp())).toEqual([]);
  });

  test('names both sides of a send, and neither sees the other’s balance', async () => {
    const sent = (await history(ines, { type: 'send' })).find(isPosted);
    const [received] = await history(jonas, { type: 'receive', limit: 1 });
    expect(sent).toMatchObject({ to: jonas.user.email, counterparty: 'Jonas', note: 'a note' });
    expect(received).toMatchObject({ from: ines.user.email, counterparty: 'Ines', note: 'a note' });
    expect(sent).not.toHaveProperty('from');
    expect(received).not.toHaveProperty('to');
    expect(received?.fee_exact).toBe('0.00');
    expect(received?.id).not.toBe(sent?.id);
  });

  test('still names a member whose account is disabled', async () => {
    const amara = await florin.signUp('Amara');
    const body = { recipient_email: amara.user.email, amount: '1.00' };
    const sent = await jonas.client.call(endpoints.sendMoney, { body });
    await florin.database.ownerPool.query('update users set disabled_at = now() where id = $1', [amara.user.id]);
    expect(await jonas.client.call(endpoints.getTransaction, { params: { id: sent.id } })).toEqual(sent);
    // A send there waits like one to an address that nobody has.
    expect(await jonas.client.call(endpoints.sendMoney, { body })).toMatchObject({ status: 'pending' });
  });
});

describe('one line of the history', () => {
  test('is found by its id, as the list shows it', async () => {
    for (const line of await history(ines, { limit: 10 }))
      expect(await ines.client.call(endpoints.getTransaction, { params: { id: line.id } })).toEqual(line);
  });

  test('of another member is not there, like one that does not exist', async () => {
    const [foreign] = await history(jonas, { limit: 1 });
    const unknown = ['1-999999', '999999999999999999-1', '0-0', '-1-1', 'nonsense', '1', '१-१', '1-1-1', "1-1'--"];
    const answers = await Promise.all(
      [foreign?.id ?? '', ...unknown].map((id) =>
        ines.client.call(endpoints.getTransaction, { params: { id } }).catch((error: unknown) => error),
      ),
    );
    for (const answer of answers)
      expect(answer).toMatchObject(refusedWith('not_found', { detail: 'There is no such transaction.' }));
  });

  test('of the house is not there', async () => {
    const { rows } = await florin.database.ownerPool.query<{ id: string }>(
      `select account_id || '-' || seq as id from books.postings where account_id < 0 limit 1`,
    );
    await expect(
      ines.client.call(endpoints.getTransaction, { params: { id: rows[0]?.id ?? '' } }),
    ).rejects.toMatchObject(refusedWith('not_found'));
  });
});
