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

describe('asking a member for money', () => {
  test('shows up with both, with what paying costs', async () => {
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

  test('mails them', async () => {
    const [hana, ines] = [await florin.signUp('Hana'), await florin.confirm(await florin.signUp('Ines'))];
    const { link } = await askForMoney(hana, ines, '24.00', { currency: 'EUR', note: 'Concert ticket' });
    const [mail] = (await mailsTo(florin, ines.user.email)).slice(-1);
    expect(mail).toMatchObject({ subject: 'Hana asks you for €24.00', link });
    expect(mail?.body).toContain('Concert ticket');
    expect(mail?.body).not.toContain('signing up');
  });

  test('without an account invites them, and waits for them', async () => {
    const hana = await florin.signUp('Hana');
    const email = `${randomUUID()}@florin.example`;
    const asked = await askForMoney(hana, undefined, '24.00', { recipient_email: email });
    expect(asked.recipient).toEqual({ name: null, email });
    expect((await mailsTo(florin, email))[0]?.body).toContain('signing up');

    const ines = await florin.confirm(await florin.signUp('Ines', email));
    const [waiting] = await requestsOf(ines);
    expect(waiting).toMatchObject({ id: asked.id, direction: 'incoming', recipient: { name: 'Ines', email } });
  });

  test('lets the open pages of both know', async () => {
    const [hana, ines] = [await florin.signUp(), await florin.confirm(await florin.signUp())];
    await askForMoney(hana, ines);
    const { rows } = await florin.database.ownerPool.query(
      `select user_id, topic, version from member_changes where user_id = any ($1) and topic <> 'account'
       order by user_id <> $2, topic`,
      [[hana.user.id, ines.user.id], hana.user.id],
    );
    const [asks, isAsked] = [hana.user.id, ines.user.id];
    expect(rows).toEqual([
      { user_id: asks, topic: 'notifications', version: 1n },
      { user_id: asks, topic: 'requests', version: 1n },
      { user_id: isAsked, topic: 'notifications', version: 1n },
      { user_id: isAsked, topic: 'requests', version: 1n },
    ]);
  });
});

describe('asking again with the same key', () => {
  test('as one must who got no answer, is the same request, also at the same moment, and mails once', async () => {
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

  test('for something else is refused', async () => {
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

  test('is another request of another member, and without a key each is one of its own', async () => {
    const [hana, ines] = [await florin.signUp(), await florin.signUp()];
    const asked = [
      await askForMoney(hana, undefined, '24.00', {}, 'ticket'),
      await askForMoney(ines, undefined, '24.00', {}, 'ticket'),
      await askForMoney(hana, undefined),
      await askForMoney(hana, undefined),
    ];
    expect(new Set(asked.map(({ id }) => id)).size).toBe(4);
  });

  test('is answered also where there is no room for another', async () => {
    const hana = await florin.signUp();
    for (let i = 0; i < 50; i++) await askForMoney(hana, undefined, '1.00', {}, `number ${i}`);
    const again = await askForMoney(hana, undefined, '1.00', {}, 'number 49');
    expect((await requestsOf(hana))[0]).toEqual(again);
    await expect(askForMoney(hana, undefined, '1.00', {}, 'number 50')).rejects.toMatchObject(
      refusedWith('too_many_requests'),
    );
  });
});

describe('asking nobody in particular', () => {
  test('makes a link that any member may open, and mails nobody', async () => {
    const [hana, ines] = [await florin.signUp('Hana'), await florin.confirm(await florin.signUp('Ines'))];
    const before = await florin.database.ownerPool.query('select from mails');
    const asked = await askForMoney(hana, undefined);
    expect(asked.recipient).toBeNull();
    expect(await read(ines, asked)).toMatchObject({ direction: 'incoming', requester: { name: 'Hana' } });
    expect(await requestsOf(ines)).toEqual([]);
    expect((await florin.database.ownerPool.query('select from mails')).rowCount).toBe(before.rowCount);
  });
});

describe('the list', () => {
  test('is newest first, and by state', async () => {
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

  test('has what was asked of an address that has become one’s own by now once, as asked by oneself', async () => {
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

  test('calls a request expired after thirty days by the database’s clock', async () => {
    const [hana, ines] = [await florin.signUp(), await florin.confirm(await florin.signUp())];
    const asked = await askForMoney(hana, ines);
    await letTimePass(florin, asked, 30 * 24);
    const [expired] = await requestsOf(ines);
    expect(expired).toMatchObject({ state: 'expired', can_remind: false });
    expect(expired?.ended_at).toBe(expired?.expires_at);
  });
});

describe('a request is refused', () => {
  test('from oneself', async () => {
    const hana = await florin.signUp();
    await expect(askForMoney(hana, hana)).rejects.toMatchObject(refusedWith('recipient_is_self'));
  });

  test.each(['0', '-1', '1.001', '1e2', 'NaN', '', '9'.repeat(13)])('for the amount %j', async (amount) => {
    const hana = await florin.signUp();
    await expect(askForMoney(hana, undefined, amount)).rejects.toMatchObject(
      refusedWith('invalid_amount', { fields: { amount: expect.any(String) } }),
    );
  });

  test('with fifty open ones of a day, also of many at once; one that ended makes room', async () => {
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

describe('a request of others', () => {
  test('is nothing to a stranger', async () => {
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
