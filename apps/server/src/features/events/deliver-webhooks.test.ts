import { endpoints } from '@florin/contract';
import { describe, expect, test } from 'vitest';
import { mailsTo } from '../../../test/ask-for-money.ts';
import type { TestMember } from '../../../test/test-app.ts';
import { publicKeyOf, verifyPublic, verifyShared } from '../../../test/webhook-receiver.ts';
import {
  deliverAll,
  deliveriesOf,
  letHoursPass,
  sendTo as send,
  stateOf,
  withWebhook,
} from '../../../test/webhooks.ts';
import { webhookSetup } from '../../../test/webhook-setup.ts';
import { watchWebhooks } from './watch-webhooks.ts';

const setup = webhookSetup();

const mails = async ({ user }: TestMember) => (await mailsTo(setup.florin, user.email)).map(({ subject }) => subject);

describe('webhooks', () => {
  test('a webhook delivers each event after it was added, signed both ways', async () => {
    const { member, secret, pay } = await withWebhook(setup.florin, setup.receiver.url);
    await pay(3);
    await deliverAll(setup.florin);
    await deliverAll(setup.florin);
    expect(setup.receiver.types()).toEqual(['payment.completed', 'payment.completed', 'payment.completed']);
    const key = await publicKeyOf(setup.florin);
    const { events } = await member.client.call(endpoints.listEvents, { query: {} });
    for (const one of setup.receiver.received) {
      expect(verifyShared(one, secret)).toMatchObject({ type: 'payment.completed' });
      expect(verifyPublic(one, key)).toBe(true);
      expect(verifyPublic({ ...one, text: one.text.replace('1.02', '9.02') }, key)).toBe(false);
      expect(one.headers['webhook-id']).toBe(one.event.id);
      expect(Buffer.byteLength(one.text)).toBeLessThan(20_000);
      expect(JSON.parse(one.text)).toEqual(events.find(({ id }) => id === one.event.id));
    }
    expect(setup.receiver.received.map(({ event }) => event.sequence)).toEqual(
      events.slice(-3).map((event) => event.sequence),
    );
  });

  test('an object can be read with its call before its event arrives', async () => {
    const read: unknown[] = [];
    const { member, pay } = await withWebhook(setup.florin, setup.receiver.url);
    setup.receiver.answer(async ({ event: { object } }) => {
      const id = object.replace('/transactions/', '');
      read.push(await member.client.call(endpoints.getTransaction, { params: { id } }));
      return { status: 200 };
    });
    await pay(2);
    await deliverAll(setup.florin);
    expect(read).toEqual(setup.receiver.received.map(({ text }) => (JSON.parse(text) as { data: unknown }).data));
    expect(read).toHaveLength(2);
  });

  test('a webhook delivers only the chosen types of events', async () => {
    const { member, pay } = await withWebhook(setup.florin, setup.receiver.url, 'withdrawal.created');
    const bank = await member.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    await pay();
    await member.client.call(endpoints.withdraw, { body: { amount: '20.00', payment_method_id: bank.id } });
    await deliverAll(setup.florin);
    expect(setup.receiver.types()).toEqual(['withdrawal.created']);
  });

  test('a retried event has the same id and body, so that a receiver that knows the id credits once', async () => {
    const { webhook, pay } = await withWebhook(setup.florin, setup.receiver.url);
    setup.receiver.answer(() => ({ status: setup.receiver.received.length < 3 ? 500 : 200 }));
    await pay();
    for (let round = 0; round < 3; round++) {
      await deliverAll(setup.florin);
      await letHoursPass(setup.florin, webhook, 1);
    }
    expect(setup.receiver.received).toHaveLength(3);
    expect(new Set(setup.receiver.received.map(({ event }) => event.id)).size).toBe(1);
    expect(new Set(setup.receiver.received.map(({ text }) => text)).size).toBe(1);
  });

  test.each([500, 404, 302, 199 + 101])('a delivery is tried again after an answer with status %d', async (status) => {
    const { member, webhook, pay } = await withWebhook(setup.florin, setup.receiver.url);
    setup.receiver.answer(() => ({ status, headers: { location: `${setup.receiver.url}/moved` }, text: 'not now' }));
    await pay();
    await deliverAll(setup.florin);
    await deliverAll(setup.florin);
    expect(setup.receiver.received).toHaveLength(1); // no redirect was followed
    const [delivery] = await deliveriesOf(member, webhook);
    expect(delivery).toMatchObject({ state: 'waiting', attempts: 1 });
    const { attempts } = await member.client.call(endpoints.getWebhookDelivery, { params: { id: delivery?.id ?? '' } });
    expect(attempts).toMatchObject([{ status, answer: 'not now', error: null, url: setup.receiver.url }]);
    expect(await stateOf(member, webhook)).toMatchObject({ state: 'failing', waiting: 1 });
    setup.receiver.answer(() => ({ status: 200 }));
    await letHoursPass(setup.florin, webhook, 1);
    await deliverAll(setup.florin);
    expect(await stateOf(member, webhook)).toMatchObject({ state: 'active', waiting: 0, failing_since: null });
  });

  test('a receiver that is dead for a day gets every event afterwards, in order for each object', async () => {
    const { member, webhook, pay } = await withWebhook(setup.florin, setup.receiver.url);
    const early = `early.${Date.now()}@florin.example`;
    setup.receiver.answer(() => ({ status: 503 }));
    const sent = await send(member, early, '5.00');
    await pay(20);
    await member.client.call(endpoints.cancelTransaction, { params: { id: sent.id } });
    for (let hour = 0; hour < 24; hour++) {
      await deliverAll(setup.florin);
      await letHoursPass(setup.florin, webhook, 1);
    }
    const tried = setup.receiver.received.length;
    expect(tried).toBeLessThan(60); // a dead receiver is tried with one delivery at a time
    await watchWebhooks(setup.florin.app.dependencies);
    expect(await mails(member)).toContain('A webhook of your account is failing');
    setup.receiver.answer(() => ({ status: 200 }));
    for (let round = 0; round < 4; round++) {
      await letHoursPass(setup.florin, webhook, 9);
      await deliverAll(setup.florin);
    }
    const { events } = await member.client.call(endpoints.listEvents, { query: {} });
    const due = events.filter(({ type }) => type.startsWith('payment.'));
    const accepted = setup.receiver.received.slice(tried).map(({ event }) => event);
    expect(accepted.map(({ id }) => id).toSorted()).toEqual(due.map(({ id }) => id).toSorted());
    const ofSent = accepted.filter(({ object }) => object === `/transactions/${sent.id}`).map(({ type }) => type);
    expect(ofSent).toEqual(['payment.created', 'payment.canceled']);
    expect(await stateOf(member, webhook)).toMatchObject({ state: 'active' });
  });

  test('a later event of an object waits while an earlier event fails, and events of other objects do not wait', async () => {
    const { member, webhook, pay } = await withWebhook(setup.florin, setup.receiver.url);
    setup.receiver.answer(({ event }) => ({ status: event.type === 'payment.created' ? 500 : 200 }));
    const sent = await send(member, `poison.${Date.now()}@florin.example`, '5.00');
    await member.client.call(endpoints.cancelTransaction, { params: { id: sent.id } });
    await pay(3);
    for (let round = 0; round < 3; round++) {
      await deliverAll(setup.florin);
      await letHoursPass(setup.florin, webhook, 1);
    }
    expect(setup.receiver.types().filter((type) => type === 'payment.completed')).toHaveLength(3);
    expect(setup.receiver.types()).not.toContain('payment.canceled');
    setup.receiver.answer(() => ({ status: 200 }));
    await deliverAll(setup.florin);
    await deliverAll(setup.florin);
    expect(setup.receiver.types().slice(-2)).toEqual(['payment.created', 'payment.canceled']);
  });

  test('a delivery ends after three days, and its event stays in the log', async () => {
    const { member, webhook, pay } = await withWebhook(setup.florin, setup.receiver.url);
    setup.receiver.answer(() => ({ status: 500 }));
    await pay();
    await deliverAll(setup.florin);
    await letHoursPass(setup.florin, webhook, 71);
    await deliverAll(setup.florin);
    expect(await deliveriesOf(member, webhook)).toMatchObject([{ state: 'waiting', attempts: 2 }]);
    await letHoursPass(setup.florin, webhook, 9);
    await deliverAll(setup.florin);
    expect(await deliveriesOf(member, webhook)).toMatchObject([
      { state: 'failed', attempts: 3, next_attempt_at: null },
    ]);
    const { events } = await member.client.call(endpoints.listEvents, { query: {} });
    expect(events.at(-1)).toMatchObject({ type: 'payment.completed' });
  });

  test('a webhook that fails for five days is disabled with a mail, after a warning mail', async () => {
    const { member, webhook, pay } = await withWebhook(setup.florin, setup.receiver.url);
    setup.receiver.answer(() => ({ status: 500 }));
    await pay();
    await deliverAll(setup.florin);
    const watch = () => watchWebhooks(setup.florin.app.dependencies);
    await letHoursPass(setup.florin, webhook, 23);
    await watch();
    expect(await mails(member)).not.toContain('A webhook of your account is failing');
    await letHoursPass(setup.florin, webhook, 1);
    await watch();
    await watch();
    expect(await stateOf(member, webhook)).toMatchObject({ state: 'failing', given_up_at: null });
    await letHoursPass(setup.florin, webhook, 95);
    await watch();
    expect(await stateOf(member, webhook)).toMatchObject({ state: 'failing' });
    await letHoursPass(setup.florin, webhook, 1);
    await watch();
    expect(await stateOf(member, webhook)).toMatchObject({
      state: 'disabled',
      given_up_at: expect.any(String),
      waiting: 0,
    });
    const subjects = await mails(member);
    expect(subjects.filter((subject) => subject === 'A webhook of your account is failing')).toHaveLength(1);
    expect(subjects.filter((subject) => subject === 'A webhook of your account is disabled')).toHaveLength(1);

    setup.receiver.received.length = 0;
    setup.receiver.answer(() => ({ status: 200 }));
    await pay();
    await deliverAll(setup.florin);
    expect(setup.receiver.received).toEqual([]);
    await member.client.call(endpoints.changeWebhook, { params: { id: webhook.id }, body: { enabled: true } });
    const since = new Date(Date.now() - 3_600_000).toISOString();
    await member.client.call(endpoints.replayEvents, { params: { id: webhook.id }, body: { since } });
    await deliverAll(setup.florin);
    expect(setup.receiver.types().filter((type) => type === 'payment.completed')).toHaveLength(2);
  });
});
