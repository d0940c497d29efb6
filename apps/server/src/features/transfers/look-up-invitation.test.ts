import { randomUUID } from 'node:crypto';
import { endpoints, type CaughtMail } from '@florin/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { thirtyDaysLater } from '../../../test/thirty-days-later.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { inviteRecipients } from './invite-recipients.ts';

const publicUrl = 'https://florin.example';

let florin: TestApp;
let alice: TestMember;
let address: string;
beforeAll(async () => {
  florin = await createTestApp(
    { FLORIN_EMAIL_CONFIRMATION: 'on', FLORIN_RATE_LIMITS: 'on', PUBLIC_URL: publicUrl },
    {},
    asManyAsAServer,
  );
});
beforeEach(async () => {
  alice = await florin.signUpWith('200.00', 'Alice Example');
  address = `new.friend+${randomUUID().slice(0, 8)}@florin.example`;
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const mailsTo = (to: string): Promise<CaughtMail[]> => florin.client.call(endpoints.listCaughtMails, { query: { to } });
const send = (amount: string, { client } = alice, to = address) =>
  client.call(endpoints.sendMoney, { body: { recipient_email: to, amount, note: 'for lunch' } });
const cancel = (id: string) => alice.client.call(endpoints.cancelTransaction, { params: { id } });
const invite = () => inviteRecipients({ pool: florin.database.pool, publicUrl, rateLimits: true });
const lookUp = (token: string) => florin.client.call(endpoints.lookUpInvitation, { body: { token } });
const update = (sql: string, values: unknown[] = []) => florin.database.ownerPool.query(sql, values);

/** Mails the invitation and returns the token of its link. */
async function invitedToken(to = address): Promise<string> {
  await invite();
  const mail = (await mailsTo(to)).find(({ subject }) => subject.includes(' sent you '));
  return mail?.link?.split('#')[1] ?? '';
}

const invalid = refusedWith('invitation_invalid');

describe('the link of an invitation', () => {
  // Rules: identity-25
  test("shows only sender and amount of a held send through the invitation's link", async () => {
    const line = await send('50.00');
    expect(await lookUp(await invitedToken())).toEqual({
      email: address,
      sender: 'Alice Example',
      amounts: [{ currency: 'USD', amount: 50, amount_exact: '50.00' }],
      expires_at: line.expires_at,
    });
  });

  test('shows the open payments of one mail through its link', async () => {
    const [first] = [await send('10.00'), await send('5.50')];
    const token = await invitedToken();
    expect(await lookUp(token)).toMatchObject({ amounts: [{ amount_exact: '15.50' }] });
    await send('99.00');
    expect(await lookUp(token), 'not mailed yet').toMatchObject({ amounts: [{ amount_exact: '15.50' }] });
    await cancel(first.id);
    expect(await lookUp(token)).toMatchObject({ amounts: [{ amount_exact: '5.50' }] });
  });

  // Rules: identity-25
  test("stores an invitation's token as a digest and encrypts it in the mail", async () => {
    await send('50.00');
    const token = await invitedToken();
    expect(token).toMatch(/^[\w-]{43}$/);
    const { rows } = await update(
      `select to_jsonb(s)::text as row from held_sends s union all select to_jsonb(m)::text from mails m`,
    );
    expect(rows.filter(({ row }) => String(row).includes(token))).toEqual([]);
  });

  test.each([
    ['is unknown', async () => 'A'.repeat(43)],
    [
      'is for canceled money',
      async () => {
        const { id } = await send('50.00');
        const token = await invitedToken();
        await cancel(id);
        return token;
      },
    ],
    [
      'is for claimed money',
      async () => {
        await send('50.00');
        const token = await invitedToken();
        await florin.confirm(await florin.signUp('Jonas', address));
        return token;
      },
    ],
    [
      'is for an expired payment',
      async () => {
        await send('50.00');
        const token = await invitedToken();
        await thirtyDaysLater(florin, address);
        return token;
      },
    ],
    [
      'is from a sender who was frozen since',
      async () => {
        await send('50.00');
        const token = await invitedToken();
        await update('update users set disabled_at = now() where id = $1', [alice.user.id]);
        return token;
      },
    ],
    [
      'is from a sender with an unconfirmed address',
      async () => {
        await send('50.00');
        const token = await invitedToken();
        await update('update users set email_confirmed_at = null where id = $1', [alice.user.id]);
        return token;
      },
    ],
  ])('rejects an invitation link that %s with the same error', async (_, tokenOf) => {
    const token = await tokenOf();
    await expect(lookUp(token)).rejects.toMatchObject(invalid);
    await expect(lookUp(token)).rejects.toMatchObject(
      refusedWith('invitation_invalid', {
        detail: 'This invitation is no longer valid. The money was claimed, canceled or returned.',
      }),
    );
  });

  test("shows the sender's address if the name is not allowed today", async () => {
    await send('50.00');
    const token = await invitedToken();
    await update(`update users set name = 'Florin Security' where id = $1`, [alice.user.id]);
    expect(await lookUp(token)).toMatchObject({ sender: alice.user.email });
  });
});

describe('held money for an unconfirmed account', () => {
  const waits = async ({ client }: TestMember) => (await client.call(endpoints.getWaitingMoney)).waiting;

  // Rules: identity-25
  test('shows an unconfirmed account that money waits, without sender and amount', async () => {
    const squatter = await florin.signUp('Mallory', address);
    expect(await waits(squatter)).toBe(false);
    await send('50.00');
    expect(await squatter.client.call(endpoints.getWaitingMoney)).toEqual({ waiting: true });
  });

  test('no longer shows waiting money after a cancellation or a confirmation', async () => {
    const newcomer = await florin.signUp('Jonas', address);
    const { id } = await send('50.00');
    await cancel(id);
    expect(await waits(newcomer)).toBe(false);
    await send('50.00');
    expect(await waits(newcomer)).toBe(true);
    await florin.confirm(newcomer);
    expect(await waits(newcomer)).toBe(false);
  });
});

describe('a canceled held send', () => {
  const cancellations = async () => (await mailsTo(address)).filter(({ subject }) => subject.includes('canceled'));

  test('mails an invited person once about a canceled send, without link and note', async () => {
    const { id } = await send('50.00');
    await invite();
    const key = { idempotencyKey: randomUUID() };
    await alice.client.call(endpoints.cancelTransaction, { params: { id } }, key);
    await alice.client.call(endpoints.cancelTransaction, { params: { id } }, key);
    const [mail, ...others] = await cancellations();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Alice Example canceled the payment of $50.00', link: null });
    expect(mail?.text).toContain(`Alice Example (${alice.user.email}) canceled the payment of $50.00`);
    expect(mail?.text).not.toContain('lunch');
  });

  test('mails no cancellation without a mailed invitation or after a rejected cancellation', async () => {
    const { id } = await send('50.00');
    await cancel(id);
    const other = await send('20.00');
    await invite();
    const newcomer = await florin.confirm(await florin.signUp('Jonas', address));
    await expect(cancel(other.id)).rejects.toMatchObject(refusedWith('not_cancellable'));
    expect(await cancellations()).toEqual([]);
    expect((await newcomer.client.call(endpoints.me)).balances.usd_exact).toBe('20.00');
  });

  test('mails one cancellation when two cancellations arrive at once', async () => {
    const { id } = await send('50.00');
    await invite();
    const both = await Promise.allSettled([cancel(id), cancel(id)]);
    expect(both.map(({ status }) => status)).toContain('fulfilled');
    expect(await cancellations()).toHaveLength(1);
  });

  test('counts cancellation mails towards the daily limit of three and cancels without a mail above the limit', async () => {
    const lines = [await send('1.00'), await send('2.00'), await send('3.00')];
    await invite();
    for (const { id } of lines) expect(await cancel(id)).toMatchObject({ status: 'cancelled' });
    expect((await mailsTo(address)).map(({ subject }) => subject)).toEqual([
      'Alice Example canceled the payment of $2.00',
      'Alice Example canceled the payment of $1.00',
      'Alice Example sent you $6.00',
    ]);
  });
});

// Rules: identity-25
test('limits invitation lookups per network', async () => {
  await Promise.allSettled(Array.from({ length: 300 }, () => lookUp('B'.repeat(43))));
  await expect(lookUp('B'.repeat(43))).rejects.toMatchObject(refusedWith('too_many_requests'));
});
