import { endpoints, transactionTypes, type Transaction } from '@florin/contract';
import { fiatCodes, parseAmount } from '@florin/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../../test/kyc.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { liveALittle } from '../../../test/live-a-little.ts';

let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  [ines, jonas] = await liveALittle(florin);
  await haveDepositTakenBack(ines);
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

/** An operator takes a bank transfer back, because the bank asks for the money. */
async function haveDepositTakenBack({ client, user }: TestMember) {
  await client.call(endpoints.simulateBankTransfer, { body: { amount: '5.00', currency: 'EUR' } });
  const olu = await operator(florin);
  const [deposit] = await olu.client.call(endpoints.findDeposits, { body: { q: user.email } });
  const recall = { params: { line: deposit?.id ?? '' }, body: { reason: 'The bank asks for it' } };
  await olu.client.call(endpoints.recallDeposit, recall);
}

const history = ({ client }: TestMember, query: { type?: Transaction['type'] | 'all'; limit?: number } = {}) =>
  client.call(endpoints.listTransactions, { query: { limit: 500, ...query } });

const unitsOf = (asset: string, exact: string) => {
  const units = parseAmount(asset, exact.replace('-', '')).amount?.units ?? 0n;
  return exact.startsWith('-') ? -units : units;
};

/** Pending and ended lines have no balance. */
const isPosted = ({ status }: Transaction) => status === 'completed';

describe('the history of a member', () => {
  test('sums to the available balance per currency, fees and pending lines included', async () => {
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

  test("shows the wallet's balance after each line", async () => {
    const held = new Map<string, bigint>();
    for (const line of (await history(ines)).toReversed().filter(isPosted)) {
      const balance = (held.get(line.currency) ?? 0n) + unitsOf(line.currency, line.amount_exact);
      held.set(line.currency, balance);
      expect(unitsOf(line.currency, line.balance_after_exact ?? '')).toBe(balance);
      expect(line.balance_after).toBe(Number(line.balance_after_exact));
    }
  });

  // Rules: transactions-7
  test('lists the newest line first', async () => {
    const dates = (await history(ines)).map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  // Rules: api-9
  test.each(transactionTypes)('filters the history by the type %s', async (type) => {
    const all = await history(ines);
    const some = await history(ines, { type });
    expect(some.length).toBeGreaterThan(0);
    expect(some).toEqual(all.filter((line) => line.type === type));
  });

  test('shows all types by default and 50 lines per page', async () => {
    const all = await history(ines);
    expect(await history(ines, { type: 'all' })).toEqual(all);
    expect(await ines.client.call(endpoints.listTransactions, { query: {} })).toEqual(all.slice(0, 50));
    expect(await history(ines, { limit: 3 })).toEqual(all.slice(0, 3));
  });

  test('returns an empty history to a new member', async () => {
    expect(await history(await florin.signUp())).toEqual([]);
  });

  test('names both people of a send and hides the other balance', async () => {
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
    // A send to a disabled account is held like one to an unknown address.
    expect(await jonas.client.call(endpoints.sendMoney, { body })).toMatchObject({ status: 'pending' });
  });
});

describe('one transaction', () => {
  test('returns a transaction by id as the list shows it', async () => {
    for (const line of await history(ines, { limit: 10 }))
      expect(await ines.client.call(endpoints.getTransaction, { params: { id: line.id } })).toEqual(line);
  });

  test("reports another member's transaction as not found, like an unknown id", async () => {
    const [foreign] = await history(jonas, { limit: 1 });
    const unknown = ['1-999999', '999999999999999999-1', '0-0', '-1-1', 'nonsense', '1', '१-१', '1-1-1', "1-1'--"];
    const answers = await Promise.all(
      [foreign?.id ?? '', ...unknown].map((id) =>
        ines.client.call(endpoints.getTransaction, { params: { id } }).catch((error: unknown) => error),
      ),
    );
    for (const answer of answers)
      expect(answer).toMatchObject(refusedWith('not_found', { detail: 'This transaction does not exist.' }));
  });

  test("reports a house account's transaction as not found", async () => {
    const { rows } = await florin.database.ownerPool.query<{ id: string }>(
      `select account_id || '-' || seq as id from books.postings where account_id < 0 limit 1`,
    );
    await expect(
      ines.client.call(endpoints.getTransaction, { params: { id: rows[0]?.id ?? '' } }),
    ).rejects.toMatchObject(refusedWith('not_found'));
  });
});
