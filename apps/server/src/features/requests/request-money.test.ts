import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askForMoney, cancel, letTimePass, mailsTo, pay, read, requestsOf } from '../../../test/ask-for-money.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp } from '../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ PUBLIC_URL: 'https://florin.example' }, {}, asManyAsAServer);
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

describe('requesting money from a member', () => {
  test("shows a request to both people with the payer's fee and total", async () => {
    const [hana, ines] = [await florin.signUp('Hana'), await florin.confirm(await florin.signUp('Ines'))];
    const asked = await askForMoney(hana, ines, '24.00', { note: 'Concert ticket' });
    expect(asked).toEqual({
      id: expect.any(String),
      direction: 'outgoing',
      state: 'open',
      requester: { name: 'Hana', email: hana.user.email },
      recipient: { name: null, email: ines.user.email },
      amount: 24,
      amount_exact: '24.00',
      fee: 0.48,
      fee_exact: '0.48',
      total: 24.48,
      total_exact: '24.48',
      currency: 'USD',
      note: 'Concert ticket',
      link: `https://florin.example/pay/${hana.user.email}?request=${asked.id}`,
      created_at: expect.any(String),
      expires_at: expect.any(String),
      can_remind: false,
      reminders: 0,
    });
    expect(Date.parse(asked.expires_at) - Date.parse(asked.created_at)).toBe(30 * 24 * 3_600_000);
    expect(await requestsOf(hana)).toEqual([asked]);
    const incoming = { ...asked, direction: 'incoming', recipient: { name: 'Ines', email: ines.user.email } };
    expect(await requestsOf(ines)).toEqual([incoming]);
    expect(await read(ines, asked)).toEqual(incoming);
  });

  test('mails a request to its recipient', async () => {
    const [hana, ines] = [await florin.signUp('Hana'), await florin.confirm(await florin.signUp('Ines'))];
    const { link } = await askForMoney(hana, ines, '24.00', { currency: 'EUR', note: 'Concert ticket' });
    const [mail] = (await mailsTo(florin, ines.user.email)).slice(-1);
    expect(mail).toMatchObject({ subject: 'Hana requested €24.00', link });
    expect(mail?.body).toContain('Concert ticket');
    expect(mail?.body).not.toContain('sign up');
  });

  test('invites a recipient without an account and shows the request after sign-up', async () => {
    const hana = await florin.signUp('Hana');
    const email = `${randomUUID()}@florin.example`;
    const asked = await askForMoney(hana, undefined, '24.00', { recipient_email: email });
    expect(asked.recipient).toEqual({ name: null, email });
    expect((await mailsTo(florin, email))[0]?.body).toContain('sign up');

    const ines = await florin.confirm(await florin.signUp('Ines', email));
    const [waiting] = await requestsOf(ines);
    expect(waiting).toMatchObject({ id: asked.id, direction: 'incoming', recipient: { name: 'Ines', email } });
  });

  test('refreshes the open pages of both people after a request', async () => {
    const [hana, ines] = [await florin.signUp(), await florin.confirm(await florin.signUp())];
    await askForMoney(hana, ines);
    const { rows } = await florin.database.ownerPool.query(
      `select user_id, topic, version from member_changes where user_id = any ($1) and topic <> 'account'
       order by user_id <> $2, topic`,
      [[hana.user.id, ines.user.id], hana.user.id],
    );
    const [requester, recipient] = [hana.user.id, ines.user.id];
    expect(rows).toEqual([
      { user_id: requester, topic: 'notifications', version: 1n },
      { user_id: requester, topic: 'requests', version: 1n },
      { user_id: recipient, topic: 'notifications', version: 1n },
      { user_id: recipient, topic: 'requests', version: 1n },
    ]);
  });
});

describe('repeating a request under its key', () => {
  test('creates and mails one request for a repeated key, even under concurrency', async () => {
    const [hana, ines] = [await florin.signUp('Hana'), await florin.confirm(await florin.signUp('Ines'))];
    const ask = () => askForMoney(hana, ines, '24.00', { note: 'Ticket' }, 'ticket');
    const before = (await mailsTo(florin, ines.user.email)).length;
    const [first, ...others] = await Promise.all([ask(), ask(), ask()]);
    for (const other of [...others, await ask()]) expect(other).toEqual(first);
    expect(await requestsOf(ines)).toHaveLength(1);
    expect(await mailsTo(florin, ines.user.email)).toHaveLength(before + 1);
    await cancel(hana, first);
    expect(await ask()).toMatchObject({ id: first.id, state: 'cancelled' });
  });

  test('rejects another request under the same idempotency key', async () => {
    const [hana, ines] = [await florin.signUp(), await florin.signUp()];
    await askForMoney(hana, ines, '24.00', { note: 'Ticket' }, 'ticket');
    const reused = refusedWith('idempotency_key_reused');
    const others = [
      () => askForMoney(hana, ines, '24.01', { note: 'Ticket' }, 'ticket'),
      () => askForMoney(hana, ines, '24.00', { note: 'Ticket', currency: 'EUR' }, 'ticket'),
      () => askForMoney(hana, ines, '24.00', {}, 'ticket'),
      () => askForMoney(hana, undefined, '24.00', { note: 'Ticket' }, 'ticket'),
    ];
    for (const other of others) await expect(other()).rejects.toMatchObject(reused);
    expect(await requestsOf(hana)).toHaveLength(1);
  });

  test('creates separate requests for other members and for calls without a key', async () => {
    const [hana, ines] = [await florin.signUp(), await florin.signUp()];
    const asked = [
      await askForMoney(hana, undefined, '24.00', {}, 'ticket'),
      await askForMoney(ines, undefined, '24.00', {}, 'ticket'),
      await askForMoney(hana, undefined),
      await askForMoney(hana, undefined),
    ];
    expect(new Set(asked.map(({ id }) => id)).size).toBe(4);
  });

  test('repeats the answer for a repeated key at the limit of open requests', async () => {
    const hana = await florin.signUp();
    for (let i = 0; i < 50; i++) await askForMoney(hana, undefined, '1.00', {}, `number ${i}`);
    const again = await askForMoney(hana, undefined, '1.00', {}, 'number 49');
    expect((await requestsOf(hana))[0]).toEqual(again);
    await expect(askForMoney(hana, undefined, '1.00', {}, 'number 50')).rejects.toMatchObject(
      refusedWith('too_many_requests'),
    );
  });
});

describe('requesting money without a recipient', () => {
  test('creates a link that any member can open, without a mail', async () => {
    const [hana, ines] = [await florin.signUp('Hana'), await florin.confirm(await florin.signUp('Ines'))];
    const before = await florin.database.ownerPool.query('select from mails');
    const asked = await askForMoney(hana, undefined);
    expect(asked.recipient).toBeNull();
    expect(await read(ines, asked)).toMatchObject({ direction: 'incoming', requester: { name: 'Hana' } });
    expect(await requestsOf(ines)).toEqual([]);
    expect((await florin.database.ownerPool.query('select from mails')).rowCount).toBe(before.rowCount);
  });
});

describe('the list of requests', () => {
  test('lists requests newest first and filters them by state', async () => {
    const [hana, ines] = [await florin.signUp(), await florin.confirm(await florin.signUpWith('100.00'))];
    const [first, second, third] = [
      await askForMoney(hana, ines, '1.00'),
      await askForMoney(hana, ines, '2.00'),
      await askForMoney(hana, ines, '3.00'),
    ];
    await pay(ines, first);
    await cancel(hana, second);
    expect((await requestsOf(hana)).map(({ id, state }) => [id, state])).toEqual([
      [third.id, 'open'],
      [second.id, 'cancelled'],
      [first.id, 'paid'],
    ]);
    expect((await requestsOf(ines, 'paid')).map(({ id }) => id)).toEqual([first.id]);
    expect((await requestsOf(ines, 'open')).map(({ id }) => id)).toEqual([third.id]);
  });

  test('lists a request once, as outgoing, after the requester took over its address', async () => {
    const hana = await florin.confirm(await florin.signUp('Hana'));
    const own = `${randomUUID()}@florin.example`;
    const asked = await askForMoney(hana, undefined, '24.00', { recipient_email: own });
    await hana.client.call(endpoints.changeEmail, { body: { email: own, current_password: hana.password } });
    const [link] = (await mailsTo(florin, own)).flatMap((mail) => /#([\w-]+)$/.exec(mail.link ?? '')?.[1] ?? []);
    await hana.client.call(endpoints.confirmEmailChange, { body: { token: link ?? '' } });
    expect(await requestsOf(hana)).toMatchObject([{ id: asked.id, direction: 'outgoing', state: 'open' }]);
    const news = await hana.client.call(endpoints.listNotifications);
    expect(news.filter(({ kind }) => kind === 'request_received')).toEqual([]);
  });

  test("shows a request as expired after 30 days by the database's clock", async () => {
    const [hana, ines] = [await florin.signUp(), await florin.confirm(await florin.signUp())];
    const asked = await askForMoney(hana, ines);
    await letTimePass(florin, asked, 30 * 24);
    const [expired] = await requestsOf(ines);
    expect(expired).toMatchObject({ state: 'expired', can_remind: false });
    expect(expired?.ended_at).toBe(expired?.expires_at);
  });
});

describe('rejected requests', () => {
  test("rejects a request to the member's own address", async () => {
    const hana = await florin.signUp();
    await expect(askForMoney(hana, hana)).rejects.toMatchObject(refusedWith('recipient_is_self'));
  });

  test.each(['0', '-1', '1.001', '1e2', 'NaN', '', '9'.repeat(13)])(
    'rejects the requested amount %j',
    async (amount) => {
      const hana = await florin.signUp();
      await expect(askForMoney(hana, undefined, amount)).rejects.toMatchObject(
        refusedWith('invalid_amount', { fields: { amount: expect.any(String) } }),
      );
    },
  );

  test('allows 50 open requests a day, even under concurrency, and frees the place of an ended request', async () => {
    const hana = await florin.signUp();
    for (let i = 0; i < 45; i++) await askForMoney(hana, undefined, '1.00');
    const last = await Promise.allSettled(Array.from({ length: 10 }, () => askForMoney(hana, undefined, '1.00')));
    expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await expect(askForMoney(hana, undefined)).rejects.toMatchObject(refusedWith('too_many_requests'));

    const [newest] = await requestsOf(hana);
    if (newest) await cancel(hana, newest);
    const another = await askForMoney(hana, undefined);
    await letTimePass(florin, another, 25);
    await askForMoney(hana, undefined);
  });
});

describe('requests between other members', () => {
  test('hides a request from other members', async () => {
    const [hana, ines, mallory] = [
      await florin.signUp(),
      await florin.confirm(await florin.signUp()),
      await florin.signUp(),
    ];
    const asked = await askForMoney(hana, ines);
    await expect(read(mallory, asked)).rejects.toMatchObject(refusedWith('not_found'));
    await expect(read(mallory, { id: 'no-uuid' })).rejects.toMatchObject(refusedWith('not_found'));
    expect(await requestsOf(mallory)).toEqual([]);
  });
});
