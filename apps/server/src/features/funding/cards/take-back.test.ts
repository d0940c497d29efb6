import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openCardOffice, type CardOffice } from '../../../../test/card-office.ts';
import { expectLocksInOrder } from '../../../../test/lock-order.ts';
import { dispute, endDispute } from '../../../../test/stripe-double/happenings.ts';
import { collectReceivables } from '../../receivables/index.ts';
import type { TestMember } from '../../../../test/test-app.ts';

let office: CardOffice;
let ines: TestMember;
let jonas: TestMember;
beforeAll(async () => {
  office = await openCardOffice();
});
beforeEach(async () => {
  ines = await office.florin.signUp('Ines');
  jonas = await office.florin.signUp('Jonas');
});
afterEach(() => office.expectCleanBooks());
afterAll(() => office.close());

const receivables = async () => (await office.houseBalances())['receivables'] ?? 0n;
const isRestricted = async ({ user }: TestMember) => {
  const { rows } = await office.florin.database.ownerPool.query<{ restricted: boolean }>(
    'select restricted_at is not null as restricted from users where id = $1',
    [user.id],
  );
  return rows[0]?.restricted;
};
const posted = async ({ user }: TestMember) => {
  const { rows } = await office.florin.database.ownerPool.query<{ posted: bigint }>(
    `select posted from books.accounts where owner = $1 and asset = 'USD' and kind = 'wallet'`,
    [user.id],
  );
  return rows[0]?.posted;
};
const spend = (amount: string) =>
  ines.client.call(endpoints.sendMoney, { body: { recipient_email: jonas.user.email, amount } });

describe('a refund in the dashboard of the card processor', () => {
  test('a refund by the card processor takes the money from the wallet once, however often its events come', async () => {
    const intent = await office.addByCard(ines, '100.00');
    office.stripe.account.refund(intent, 3_000);
    const events = [...office.stripe.account.events];
    await office.deliverAll();
    for (const event of events.toReversed()) expect(await office.deliver(event)).toBe(204);
    expect([await office.balanceOf(ines), await isRestricted(ines)]).toEqual(['70.00', false]);
    const [line] = await ines.client.call(endpoints.listTransactions, { query: {} });
    expect(line).toMatchObject({ amount_exact: '-30.00', description: 'Deposit from Visa •••• 4242 taken back' });
  });

  test('the wallet pays several partial refunds by the card processor', async () => {
    const intent = await office.addByCard(ines, '100.00');
    office.stripe.account.refund(intent, 3_000);
    office.stripe.account.refund(intent, undefined);
    await office.deliverAll();
    expect(await office.balanceOf(ines)).toBe('0.00');
  });

  test('a refund by the card processor is booked without any event', async () => {
    const intent = await office.addByCard(ines, '100.00');
    office.stripe.account.refund(intent, 3_000);
    office.stripe.account.events.splice(0);
    await office.runJobs();
    expect(await office.balanceOf(ines)).toBe('70.00');
  });

  test('a refund by the card processor is reversed when the bank does not accept it', async () => {
    const intent = await office.addByCard(ines, '100.00');
    const refund = office.stripe.account.refund(intent, 3_000);
    await office.deliverAll();
    office.stripe.account.failRefund(refund.id);
    await office.deliverAll();
    expect(await office.balanceOf(ines)).toBe('100.00');
  });

  test('a refund of spent money leaves a receivable and restricts the account', async () => {
    const before = await receivables();
    const intent = await office.addByCard(ines, '100.00');
    await spend('50.00'); // 51.00 with the fee
    office.stripe.account.refund(intent, undefined);
    await office.deliverAll();
    expect([await posted(ines), (await receivables()) - before, await isRestricted(ines)]).toEqual([0n, -5_100n, true]);
  });

  test('a refund of a card payment is a receivable if the account is closed', async () => {
    const before = await receivables();
    const intent = await office.addByCard(ines, '102.00');
    await spend('100.00');
    await ines.client.call(endpoints.closeAccount, { body: { current_password: ines.password } });
    office.stripe.account.refund(intent, undefined);
    await office.deliverAll();
    expect((await receivables()) - before).toBe(-10_200n);
  });
});

describe('a dispute', () => {
  test('a dispute and its fee lock accounts in the order of a batch', async () => {
    const { ledger } = office.florin.app.dependencies;
    const intent = await office.addByCard(ines, '100.00');
    await office.book();
    const kinds = ['card-clearing', 'receivables', 'card-fees'] as const;
    const houses = await Promise.all(kinds.map((kind) => ledger.houseId(kind, 'USD')));
    dispute(office.stripe.account, intent);
    await expectLocksInOrder(office.florin.database, houses, () => office.book());
    expect(await office.balanceOf(ines)).toBe('0.00');
  });

  test('a dispute takes the money and the fee when the processor withdraws them, and restores the money when it is won', async () => {
    const fees = (await office.houseBalances())['card-fees'] ?? 0n;
    const intent = await office.addByCard(ines, '100.00');
    const id = dispute(office.stripe.account, intent);
    await office.deliverAll();
    expect(await office.balanceOf(ines)).toBe('0.00');
    endDispute(office.stripe.account, id, 'won');
    await office.deliverAll();
    await office.book();
    expect(await office.balanceOf(ines)).toBe('100.00');
    expect(((await office.houseBalances())['card-fees'] ?? 0n) - fees).toBe(-320n - 1_500n);
  });

  test('a lost dispute leaves the money with the bank', async () => {
    const intent = await office.addByCard(ines, '100.00');
    endDispute(office.stripe.account, dispute(office.stripe.account, intent), 'lost');
    await office.deliverAll();
    expect(await office.balanceOf(ines)).toBe('0.00');
  });

  test('a dispute moves no money while it is only an inquiry', async () => {
    const intent = await office.addByCard(ines, '100.00');
    dispute(office.stripe.account, intent, { inquiry: true });
    await office.deliverAll();
    expect(await office.balanceOf(ines)).toBe('100.00');
  });

  test('a won dispute pays the receivable', async () => {
    const before = await receivables();
    const intent = await office.addByCard(ines, '100.00');
    await spend('50.00');
    const id = dispute(office.stripe.account, intent);
    await office.deliverAll();
    expect([(await receivables()) - before, await posted(ines)]).toEqual([-5_100n, 0n]);
    endDispute(office.stripe.account, id, 'won');
    await office.deliverAll();
    await collectReceivables({ ...office.florin.app.dependencies, logger: pino({ level: 'silent' }) });
    expect(await isRestricted(ines)).toBe(false);
    expect([(await receivables()) - before, await posted(ines)]).toEqual([0n, 4_900n]);
  });

  test.each(['in order', 'in reverse order'])(
    'a dispute is booked once when all its events come together %s',
    async (order) => {
      const intent = await office.addByCard(ines, '100.00');
      endDispute(office.stripe.account, dispute(office.stripe.account, intent), 'won');
      const events = office.stripe.account.events.splice(0);
      const sent = order === 'in order' ? events : events.toReversed();
      for (const event of [...sent, ...sent]) expect(await office.deliver(event)).toBe(204);
      expect(await office.balanceOf(ines)).toBe('100.00');
    },
  );
});

test('events of one refund that arrive at the same moment take the money once', async () => {
  const intent = await office.addByCard(ines, '100.00');
  office.stripe.account.refund(intent, 2_500);
  const events = office.stripe.account.events.splice(0);
  await Promise.all([...events, ...events, ...events].map((event) => office.deliver(event)));
  await office.book();
  expect(await office.balanceOf(ines)).toBe('75.00');
});

test('a refund that races with spending takes the rest of the balance, and makes the missing amount a receivable', async () => {
  const before = await receivables();
  const intent = await office.addByCard(ines, '102.00');
  office.stripe.account.refund(intent, undefined);
  await Promise.allSettled([spend('50.00'), office.deliverAll(), spend('50.00'), office.runJobs()]);
  await office.runJobs();
  expect(await posted(ines)).toBe(0n);
  // The member owes the amount that was sent before the refund.
  expect([0n, 5_100n, 10_200n]).toContain(before - (await receivables()));
});

test('money at the card processor that is not from members belongs to the owners', async () => {
  const before = (await office.houseBalances())['own-funds'] ?? 0n;
  office.stripe.account.move({ type: 'topup', amount: 7_700, currency: 'usd' });
  await office.book();
  expect(((await office.houseBalances())['own-funds'] ?? 0n) - before).toBe(7_700n);
});

test('a fee of the card processor itself is booked', async () => {
  const before = (await office.houseBalances())['card-fees'] ?? 0n;
  office.stripe.account.move({ type: 'stripe_fee', amount: -250, currency: 'usd' });
  await office.book();
  expect(((await office.houseBalances())['card-fees'] ?? 0n) - before).toBe(-250n);
});

test('a payment that the card processor keeps in another currency is converted in the books', async () => {
  office.stripe.account.settlement = { currency: 'usd', percent: 110 };
  const intent = await office.addByCard(ines, '100.00', 'EUR');
  await office.book();
  expect(await office.balanceOf(ines, 'EUR')).toBe('100.00');
  office.stripe.account.refund(intent, undefined);
  await office.deliverAll();
  office.stripe.account.settlement = undefined;
  expect(await office.balanceOf(ines, 'EUR')).toBe('0.00');
});
