import { endpoints, eventTypes, type EventOfMember } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askForMoney } from '../../../test/ask-for-money.ts';
import { inAllLedgers } from '../../../test/all-ledgers.ts';
import { startSecondNode } from '../../../test/second-node.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { thirtyDaysLater } from '../../../test/thirty-days-later.ts';
import { endHeldSends } from '../transfers/end-held-sends.ts';
import { maxBodyBytes, eventBody } from './event-body.ts';
import { recordAllEvents } from './record-events.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

type Query = { readonly after?: number; readonly before?: number; readonly limit?: number };

const log = ({ client }: TestMember, query: Query = {}) => client.call(endpoints.listEvents, { query });
const typesOf = (events: readonly EventOfMember[]) => events.map(({ type }) => type);
const send = ({ client }: TestMember, to: string, amount: string) =>
  client.call(endpoints.sendMoney, { body: { recipient_email: to, amount } });

/** Expects the numbers 1, 2, 3 and so on. */
const expectDense = (events: readonly EventOfMember[]) =>
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, place) => place + 1));

describe('the event log', () => {
  test('lists each change of money with the same transaction as its call returns', async () => {
    const [ines, jonas] = [await florin.signUpWith('100.00', 'Ines'), await florin.signUp('Jonas')];
    await send(ines, jonas.user.email, '10.00');
    const { events, has_more } = await log(ines);
    expect(has_more).toBe(false);
    expect(typesOf(events)).toEqual(['session.opened', 'deposit.received', 'payment.completed'].slice(-events.length));
    expectDense(events);
    for (const { object, data, api_version } of events) {
      expect(api_version).toBe('1.0.0');
      const id = /^\/transactions\/(.+)$/.exec(object)?.[1] ?? '';
      expect(data).toEqual(await ines.client.call(endpoints.getTransaction, { params: { id } }));
    }
    expect(typesOf((await log(jonas)).events)).toEqual(['payment.received']);
  });

  test('numbers events without gaps and gives each event the same id again', async () => {
    const [ines, jonas] = [await florin.signUpWith('100.00'), await florin.signUp()];
    const first = await log(ines);
    for (let sent = 0; sent < 5; sent++) await send(ines, jonas.user.email, '1.00');
    const all = (await log(ines)).events;
    expectDense(all);
    expect(all).toHaveLength(first.events.length + 5);
    expect(all.slice(0, first.events.length)).toEqual(first.events);
    expect((await log(ines)).events).toEqual(all);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  test('lists the pages of events after a number, and before a number', async () => {
    const [ines, jonas] = [await florin.signUpWith('100.00'), await florin.signUp()];
    for (let sent = 0; sent < 4; sent++) await send(ines, jonas.user.email, '1.00');
    const { events } = await log(ines);
    const page = await log(ines, { after: 1, limit: 2 });
    expect(page).toEqual({ events: events.slice(1, 3), has_more: true });
    expect(await log(ines, { after: 3, limit: 100 })).toEqual({ events: events.slice(3), has_more: false });
    const newest = await log(ines, { before: Number.MAX_SAFE_INTEGER, limit: 2 });
    expect(newest).toEqual({ events: events.toReversed().slice(0, 2), has_more: true });
  });

  test('the event log answers amounts as exact JSON numbers', async () => {
    const ines = await florin.signUpWith('100.10');
    const answer = await florin.app.http.inject({
      url: '/api/event-log',
      headers: { authorization: `Bearer ${ines.token}` },
    });
    expect(answer.body).toContain('"amount":100.10,"amount_exact":"100.10"');
  });

  test('lists a send to an address without an account from its start to its claim', async () => {
    const ines = await florin.signUpWith('100.00');
    const [claimed, canceled, returned] = ['a', 'b', 'c'].map((name) => `${name}.log.${Date.now()}@florin.example`);
    const sent = await send(ines, claimed ?? '', '10.00');
    const second = await send(ines, canceled ?? '', '5.00');
    await send(ines, returned ?? '', '2.00');
    const open = (await log(ines)).events.filter(({ type }) => type === 'payment.created');
    expect(open).toHaveLength(3);
    expect(open[0]?.data).toMatchObject({ id: sent.id, status: 'pending', amount_exact: '-10.20' });
    await florin.confirm(await florin.signUp('Claimer', claimed));
    await ines.client.call(endpoints.cancelTransaction, { params: { id: second.id } });
    await thirtyDaysLater(florin, returned ?? '');
    await endHeldSends(florin.app.dependencies);
    const { events } = await log(ines);
    expect(typesOf(events).slice(-3)).toEqual(['payment.completed', 'payment.canceled', 'payment.returned']);
    const statuses = events.slice(-3).map(({ data }) => data && 'status' in data && data.status);
    expect(statuses).toEqual(['completed', 'cancelled', 'returned']);
    for (const { object } of events.slice(-3))
      expect(typesOf(events.filter((event) => event.object === object))[0]).toBe('payment.created');
  });

  test('lists a withdrawal, an exchange and a purchase', async () => {
    const ines = await florin.signUpWith('500.00');
    const { client } = ines;
    const bank = await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    const taken = await client.call(endpoints.withdraw, { body: { amount: '20.00', payment_method_id: bank.id } });
    await client.call(endpoints.cancelTransaction, { params: { id: taken.id } });
    await client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '10.00' } });
    await client.call(endpoints.buyCoins, { body: { crypto_symbol: 'BTC', amount_usd: '50.00' } });
    const { events } = await log(ines);
    expect(typesOf(events).filter((type) => !/^(deposit|session)/.test(type))).toEqual([
      'withdrawal.created',
      'withdrawal.canceled',
      'quote.executed',
      'quote.executed',
      'quote.executed',
    ]);
  });

  test('lists the changes of a payment request to both sides', async () => {
    const [ines, jonas] = [await florin.signUpWith('100.00'), await florin.signUpWith('100.00')];
    const body = { recipient_email: jonas.user.email };
    const paid = await askForMoney(ines, undefined, '5.00', body);
    const declined = await askForMoney(ines, undefined, '6.00', body);
    const canceled = await askForMoney(ines, undefined, '7.00', body);
    const expired = await askForMoney(ines, undefined, '8.00', body);
    await jonas.client.call(endpoints.payRequest, { params: { id: paid.id } });
    await jonas.client.call(endpoints.declineRequest, { params: { id: declined.id } });
    await ines.client.call(endpoints.cancelRequest, { params: { id: canceled.id } });
    await Promise.all([log(ines), log(jonas)]);
    await florin.database.ownerPool.query(`update payment_requests set expires_at = now() where id = $1`, [expired.id]);
    await florin.database.ownerPool.query(`update event_parties set check_at = now()`);
    for (const [member, began] of [
      [ines, 'request.created'],
      [jonas, 'request.received'],
    ] as const) {
      const { events } = await log(member);
      const endings = [
        [paid, 'request.paid'],
        [declined, 'request.declined'],
        [canceled, 'request.canceled'],
        [expired, 'request.expired'],
      ] as const;
      for (const [request, ended] of endings) {
        const own = events.filter(({ object }) => object === `/payment-requests/${request.id}`);
        expect(typesOf(own)).toEqual([began, ended]);
        expect(own[0]?.data).toMatchObject({ id: request.id, state: 'open' });
        const now = await member.client.call(endpoints.getPaymentRequest, { params: { id: request.id } });
        expect(own[1]?.data).toEqual(now);
      }
      expectDense(events);
    }
  });

  test('the event log checks a member again when a request expires, although nothing is written', async () => {
    const [ines, jonas] = [await florin.signUp(), await florin.signUp()];
    const asked = await askForMoney(ines, undefined, '8.00', { recipient_email: jonas.user.email });
    const soon = `update payment_requests set expires_at = now() + interval '1 second' where id = $1`;
    await florin.database.ownerPool.query(soon, [asked.id]);
    await Promise.all([log(ines), log(jonas)]);
    await expect.poll(async () => typesOf((await log(jonas)).events).at(-1)).toBe('request.expired');
    expect(typesOf((await log(ines)).events).at(-1)).toBe('request.expired');
  });

  test('fills in the last 90 days on the first call, and no earlier events', async () => {
    const [ines, jonas] = [await florin.signUpWith('100.00'), await florin.signUp()];
    await send(ines, jonas.user.email, '1.00');
    await send(ines, jonas.user.email, '2.00');
    const age = (days: number, place: number) =>
      inAllLedgers(
        florin,
        `update ledger.journal_entries set recorded_at = recorded_at - make_interval(days => $1)
         where id = (select entry_id from own_books.postings p join own_books.accounts a on a.id = p.account_id
                     where a.owner = $2 order by entry_id offset $3 limit 1)`,
        [days, ines.user.id, place],
      );
    await age(100, 0);
    await age(89, 1);
    expect(typesOf((await log(ines)).events)).toEqual(['payment.completed', 'payment.completed']);
  });

  test('reads a history of more than one batch in chronological order', async () => {
    const [ines, jonas] = [await florin.signUpWith('2000.00'), await florin.signUp()];
    for (let sent = 0; sent < 40; sent++)
      await Promise.all(Array.from({ length: 15 }, () => send(ines, jonas.user.email, '0.10')));
    const events: EventOfMember[] = [];
    for (let page = await log(ines, { limit: 500 }); ; page = await log(ines, { after: events.length, limit: 500 })) {
      events.push(...page.events);
      if (!page.has_more) break;
    }
    expect(events.filter(({ type }) => type === 'payment.completed')).toHaveLength(600);
    expectDense(events);
    const times = events.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted());
    const history = await ines.client.call(endpoints.listTransactions, { query: { limit: 500 } });
    const objects = new Set(events.map(({ object }) => object));
    for (const { id } of history) expect(objects).toContain(`/transactions/${id}`);
  });

  test('records each event once while two nodes and calls read the same changes', async () => {
    const node = await startSecondNode(florin);
    const [ines, jonas] = [await florin.signUpWith('100.00'), await florin.signUp()];
    await log(ines);
    const record = (deps: TestApp['app']['dependencies']) => recordAllEvents(deps);
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        ...Array.from({ length: 4 }, () => send(ines, jonas.user.email, '0.50')),
        record(florin.app.dependencies),
        record(node.app.dependencies),
        log(ines),
        node.clientOf(ines).call(endpoints.listEvents, { query: {} }),
      ]);
    }
    const { events } = await log(ines);
    expect(events.filter(({ type }) => type === 'payment.completed')).toHaveLength(20);
    expectDense(events);
    await node.close();
  });

  test('records no events for members who never read the event log', async () => {
    const ines = await florin.signUpWith('10.00');
    await recordAllEvents(florin.app.dependencies);
    const { rows } = await florin.database.ownerPool.query('select from events where user_id = $1', [ines.user.id]);
    expect(rows).toEqual([]);
  });

  test('removes the event log of a closed account, even while events are recorded', async () => {
    const ines = await florin.signUp();
    await log(ines);
    await Promise.all([
      ines.client.call(endpoints.closeAccount, { body: { current_password: ines.password } }),
      recordAllEvents(florin.app.dependencies),
    ]);
    await recordAllEvents(florin.app.dependencies);
    for (const table of ['event_parties', 'events', 'data_keys'])
      expect(
        (await florin.database.ownerPool.query(`select from ${table} where user_id = $1`, [ines.user.id])).rowCount,
      ).toBe(0);
  });
});

describe('the body of an event', () => {
  const draft = { source: 'x', type: 'payment.completed', object: '/transactions/1', at: new Date() } as const;

  test('the body of an event leaves out an object that does not fit into 20 KB', () => {
    const data = { description: 'x'.repeat(maxBodyBytes) } as never;
    const body = eventBody('evt_1', 1, { ...draft, data });
    expect(Buffer.byteLength(body)).toBeLessThan(maxBodyBytes);
    expect(JSON.parse(body)).toMatchObject({ id: 'evt_1', object: '/transactions/1', data: null });
  });

  test('each kind of change has its own event type', () => {
    expect(new Set(eventTypes).size).toBe(eventTypes.length);
  });
});
