import { randomUUID } from 'node:crypto';
import { endpoints, type Notification } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askForMoney, decline, letTimePass, pay } from '../../../test/ask-for-money.ts';
import { recordingRail } from '../../../test/recording-rail.ts';
import { databaseOf } from '../../../test/member-in-ledger.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { settleBankOrders } from '../funding/index.ts';
import { findMembers } from '../identity/index.ts';
import { claimHeldSends, endHeldSends } from '../transfers/index.ts';
import { listNotifications } from './list-notifications.ts';

const logger = pino({ level: 'silent' });

let florin: TestApp;
let ines: TestMember;
let hana: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
});
beforeEach(async () => {
  ines = await florin.confirm(await florin.signUpWith('300.00', 'Ines Almeida'));
  hana = await florin.signUpWith('300.00', 'Hana Sato');
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const notifications = ({ client }: TestMember) => client.call(endpoints.listNotifications);
const titles = async (member: TestMember) => (await notifications(member)).map(({ title }) => title);
const send = (from: TestMember, to: string, amount: string, currency?: 'EUR') =>
  from.client.call(endpoints.sendMoney, {
    body: { recipient_email: to, amount, note: 'Invoice 2041', ...(currency && { currency }) },
  });
const read = ({ client }: TestMember, until: string) =>
  client.call(endpoints.markNotificationsRead, { body: { until } });

const bankOf = async ({ client }: TestMember) =>
  (await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } })).id;
const settle = () =>
  settleBankOrders({ ...florin.app.dependencies, rail: recordingRail(), callBackSeconds: 0, logger });

describe('the list of notifications', () => {
  test('lists received money', async () => {
    await send(hana, ines.user.email, '12.50');
    // From another ledger, money may arrive a moment after it was sent.
    await expect.poll(() => titles(ines)).toHaveLength(1);
    const [received] = await ines.client.call(endpoints.listTransactions, { query: {} });
    expect(await notifications(ines)).toEqual([
      {
        id: expect.any(String),
        kind: 'money_received',
        title: 'Hana Sato sent you $12.50',
        body: 'Invoice 2041',
        date: received?.date ?? '',
        read: false,
        amount: 12.5,
        amount_exact: '12.50',
        currency: 'USD',
        transaction_id: received?.id,
      } satisfies Notification,
    ]);
  });

  test("does not list the member's own actions", async () => {
    const [card] = await ines.client.call(endpoints.listPaymentMethods);
    await send(ines, hana.user.email, '5.00');
    await ines.client.call(endpoints.addFunds, { body: { amount: '5.00', payment_method_id: card?.id ?? '' } });
    const body = { crypto_symbol: 'BTC', amount_usd: '5.00', payment_method_id: 'usd_balance' };
    await ines.client.call(endpoints.buyCoins, { body });
    const bank = await bankOf(ines);
    const { id } = await ines.client.call(endpoints.withdraw, { body: { amount: '5.00', payment_method_id: bank } });
    await ines.client.call(endpoints.cancelTransaction, { params: { id } });
    expect(await notifications(ines)).toEqual([]);
  });

  test('lists a bank transfer that arrived', async () => {
    await hana.client.call(endpoints.simulateBankTransfer, { body: { amount: '7.50', currency: 'EUR' } });
    const [newest] = await notifications(hana);
    expect(newest).toMatchObject({
      kind: 'deposit_completed',
      title: 'Your deposit of €7.50 has arrived',
      body: `Added by bank transfer from ${hana.user.name}`,
    });
  });

  test('lists bank orders as notifications after they end', async () => {
    const bank = await bankOf(ines);
    const order = (endpoint: typeof endpoints.addFunds | typeof endpoints.withdraw, amount: string) =>
      ines.client.call(endpoint, { body: { amount, payment_method_id: bank } });
    await order(endpoints.addFunds, '20.00');
    await order(endpoints.addFunds, '20.13');
    await order(endpoints.withdraw, '30.00');
    const last = await order(endpoints.withdraw, '30.13');
    expect(await notifications(ines)).toEqual([]);
    await settle();
    expect((await titles(ines)).toSorted()).toEqual([
      'Your deposit of $20.00 has arrived',
      'Your deposit of $20.13 was returned',
      'Your withdrawal of $30.00 has arrived',
      'Your withdrawal of $30.13 was returned',
    ]);
    const returned = (await notifications(ines)).find(({ kind }) => kind === 'withdrawal_returned');
    expect(returned).toMatchObject({ body: 'Your bank couldn’t find this account.', transaction_id: last.id });
    expect(Date.parse(returned?.date ?? '')).toBeGreaterThan(Date.parse(last.date));
  });

  test('lists a held send that was claimed or returned', async () => {
    const [email, unknown] = [`${randomUUID()}@florin.example`, `${randomUUID()}@florin.example`];
    await send(ines, email, '10.00');
    const { id } = await send(ines, unknown, '11.00');
    const body = { name: 'Amara Nwosu', email, password: 'correct horse battery' };
    const { user } = await florin.client.call(endpoints.signup, { body });
    await florin.database.ownerPool.query('update users set email_confirmed_at = now() where id = $1', [user.id]);
    await claimHeldSends(florin.app.dependencies, user);
    await databaseOf(florin, ines).ownerPool.query(
      `update ledger.holds set expires_at = now() - interval '1 second' where id = $1`,
      [id.slice(1)],
    );
    await endHeldSends({ ...florin.app.dependencies, logger });
    expect(await titles(ines)).toEqual([`Your $11.00 to ${unknown} was returned`, 'Amara Nwosu claimed your $10.00']);
  });

  test('lists a returned send that is older than many payments', async () => {
    const unknown = `${randomUUID()}@florin.example`;
    const { id } = await send(ines, unknown, '11.00');
    for (let line = 0; line < 3; line++) await send(ines, hana.user.email, '1.00');
    await databaseOf(florin, ines).ownerPool.query('update ledger.holds set expires_at = now() where id = $1', [
      id.slice(1),
    ]);
    await endHeldSends({ ...florin.app.dependencies, logger });
    const [member] = (await findMembers(florin.database.pool, [ines.user.id])).values();
    if (!member) throw new Error('The member was not found.');
    const lines = await florin.app.dependencies.history.latest(member, 2);
    expect(await listNotifications(florin.app.dependencies, member, lines)).toMatchObject([
      { title: `Your $11.00 to ${unknown} was returned` },
    ]);
  });

  test("lists received requests with their state, and the endings of the member's own requests", async () => {
    const asked = await askForMoney(hana, ines, '24.00', { note: 'Concert ticket' });
    expect(await notifications(ines)).toMatchObject([
      {
        kind: 'request_received',
        title: 'Hana Sato requested $24.00',
        body: 'Concert ticket',
        request_id: asked.id,
        open: true,
        read: false,
      },
    ]);
    await decline(ines, asked);
    expect(await notifications(ines)).toMatchObject([{ kind: 'request_received', open: false }]);
    expect(await titles(hana)).toEqual([`${ines.user.email} declined your request for $24.00`]);
    const late = await askForMoney(hana, ines, '7.00');
    await letTimePass(florin, late, 31 * 24);
    expect(await titles(hana)).toContain(`Your request for $7.00 to ${ines.user.email} has expired`);
  });

  test('lists a paid request once, not also as received money', async () => {
    await pay(ines, await askForMoney(hana, ines, '24.00'));
    expect(await titles(hana)).toEqual(['Ines Almeida paid your request for $24.00']);
  });

  test('lists at most 50 notifications, newest first', async () => {
    await Promise.all(Array.from({ length: 55 }, () => send(hana, ines.user.email, '0.10')));
    await askForMoney(hana, ines, '1.00');
    const list = await notifications(ines);
    expect(list).toHaveLength(50);
    expect(list[0]?.kind).toBe('request_received');
    const dates = list.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });
});

describe('read marks of notifications', () => {
  test('keeps a notification read and shows later notifications as unread', async () => {
    await send(hana, ines.user.email, '1.00');
    const [first] = await notifications(ines);
    await read(ines, first?.date ?? '');
    await send(hana, ines.user.email, '2.00');
    expect((await notifications(ines)).map((one) => [one.amount_exact, one.read])).toEqual([
      ['2.00', false],
      ['1.00', true],
    ]);
  });

  test('does not move the read mark back', async () => {
    await send(hana, ines.user.email, '1.00');
    const [first] = await notifications(ines);
    await read(ines, first?.date ?? '');
    await read(ines, '2020-01-01T00:00:00Z');
    expect((await notifications(ines)).map((one) => one.read)).toEqual([true]);
  });

  test('never sets the read mark into the future', async () => {
    await read(ines, '2999-01-01T00:00:00Z');
    await send(hana, ines.user.email, '1.00');
    expect((await notifications(ines)).map((one) => one.read)).toEqual([false]);
  });

  test('keeps separate read marks per member', async () => {
    await send(hana, ines.user.email, '1.00');
    await send(ines, hana.user.email, '1.00');
    await read(hana, new Date().toISOString());
    expect((await notifications(ines)).map((one) => one.read)).toEqual([false]);
  });
});
