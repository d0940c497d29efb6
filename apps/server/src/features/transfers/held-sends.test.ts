import { randomUUID } from 'node:crypto';
import { endpoints, type Client } from '@florin/contract';
import type { FiatCode } from '@florin/money';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { startSecondNode, type SecondNode } from '../../../test/second-node.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { claimHeldSends, endHeldSends } from './index.ts';
import { inviteRecipients } from './invite-recipients.ts';

let florin: TestApp;
let node: SecondNode;
let ines: TestMember;
let stranger: string;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_EMAIL_CONFIRMATION: 'on' });
  node = await startSecondNode(florin);
});
beforeEach(async () => {
  ines = await florin.signUpWith('300.00', 'Ines');
  stranger = `${randomUUID()}@florin.example`;
});
afterEach(() => florin.expectCleanBooks());
afterAll(async () => {
  await node.close();
  await florin.close();
});

const send = (
  amount: string,
  idempotencyKey: string = randomUUID(),
  to = stranger,
  { currency = 'USD', client = ines.client }: { currency?: FiatCode; client?: Client } = {},
) =>
  client.call(
    endpoints.sendMoney,
    { body: { recipient_email: to, amount, currency, note: 'Rent' } },
    { idempotencyKey },
  );
const line = (id: string) => ines.client.call(endpoints.getTransaction, { params: { id } });
const cancel = (id: string) => ines.client.call(endpoints.cancelTransaction, { params: { id } });
const available = async ({ client }: TestMember) => (await client.call(endpoints.me)).balances.usd_exact;
const leftToday = async () => (await ines.client.call(endpoints.getLimits)).day.left_exact;
const job = () => endHeldSends({ ...florin.app.dependencies, logger: pino({ level: 'silent' }) });

/** Signs up with the address that money waits for. */
async function arrive(email = stranger): Promise<TestMember> {
  const password = 'correct horse battery';
  const { token, user } = await florin.client.call(endpoints.signup, { body: { name: 'Jonas', email, password } });
  return { token, user, password, client: florin.clientOf(token) };
}
const confirmAddress = ({ user }: TestMember) =>
  florin.database.ownerPool.query('update users set email_confirmed_at = now() where id = $1', [user.id]);
const claim = ({ user }: TestMember) => claimHeldSends(florin.app.dependencies, user);

/** Which of them are told by mail that money waits for them. */
async function invited(addresses: string[]): Promise<string[]> {
  await inviteRecipients({ pool: florin.database.pool, publicUrl: 'https://florin.example', rateLimits: true });
  const mails = await Promise.all(
    addresses.map((to) => florin.client.call(endpoints.listCaughtMails, { query: { to } })),
  );
  return addresses.filter((_, i) => mails[i]?.some(({ subject }) => subject.includes('sent you')));
}

/** Nothing is posted to her wallet in that currency until it is let go. */
async function holdUp(currency: FiatCode) {
  const tx = await florin.database.ownerPool.connect();
  await tx.query('begin');
  await tx.query(`select from books.accounts where owner = $1 and kind = 'wallet' and asset = $2 for update`, [
    ines.user.id,
    currency,
  ]);
  return {
    waiting: async () => {
      const { rowCount } = await florin.database.ownerPool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount;
    },
    letGo: async () => {
      await tx.query('commit');
      tx.release();
    },
  };
}

/** Thirty days pass for what the database holds for the address. */
const thirtyDaysLater = () =>
  florin.database.ownerPool.query(
    `update ledger.holds h set expires_at = h.expires_at - interval '30 days'
     from books.entries e, held_sends s, invitees i
     where e.id = h.id and s.key = e.key and i.id = s.invitee_id and i.email = $1`,
    [stranger],
  );

describe('money sent to an address without an account', () => {
  // Rules: security-25
  test('is held with its fee, and pending', async () => {
    const pending = await send('100.00');
    expect(pending).toMatchObject({
      type: 'send',
      status: 'pending',
      amount_exact: '-102.00',
      fee_exact: '2.00',
      counter_amount_exact: '100.00',
      to: stranger,
      counterparty: stranger,
      note: 'Rent',
      can_cancel: true,
    });
    expect(Date.parse(pending.expires_at ?? '') - Date.now()).toBeGreaterThan(29.9 * 24 * 3_600_000);
    expect(await available(ines)).toBe('198.00');
    expect(await leftToday()).toBe('900.00');
  });

  test('stays where it is when somebody signs up with the address, and arrives when it is confirmed', async () => {
    const { id } = await send('100.00');
    const jonas = await arrive();
    await job();
    expect(await available(jonas)).toBe('0.00');
    await confirmAddress(jonas);
    expect(await claim(jonas)).toBe(1);
    expect(await claim(jonas)).toBe(0);
    expect(await line(id)).toMatchObject({
      id,
      status: 'completed',
      amount_exact: '-102.00',
      fee_exact: '2.00',
      counterparty: 'Jonas',
      balance_after_exact: '198.00',
    });
    const [received] = await jonas.client.call(endpoints.listTransactions, { query: {} });
    expect(received).toMatchObject({ type: 'receive', amount_exact: '100.00', counterparty: 'Ines', note: 'Rent' });
    expect(await available(jonas)).toBe('100.00');
    const all = await ines.client.call(endpoints.listTransactions, { query: { type: 'send' } });
    expect(all.map((each) => each.id)).toEqual([id]);
  });

  test('arrives by the job where confirming was cut off before', async () => {
    await send('100.00');
    const jonas = await arrive();
    await confirmAddress(jonas);
    await job();
    expect(await available(jonas)).toBe('100.00');
  });

  test('can be called back by its sender, once; the limit comes back', async () => {
    const { id } = await send('100.00');
    expect(await cancel(id)).toMatchObject({
      id,
      status: 'cancelled',
      amount_exact: '0.00',
      fee_exact: '0.00',
      counter_amount_exact: '100.00',
    });
    const ended = { detail: 'This money was claimed, called back or returned already.' };
    await expect(cancel(id)).rejects.toMatchObject(refusedWith('not_cancellable', ended));
    expect(await available(ines)).toBe('300.00');
    expect(await leftToday()).toBe('1000.00');
  });

  test('is either claimed or called back, and never both', async () => {
    for (let round = 0; round < 10; round++) {
      stranger = `${randomUUID()}@florin.example`;
      const { id } = await send('10.00');
      const jonas = await arrive();
      await confirmAddress(jonas);
      const [claimed, cancelled] = await Promise.allSettled([claim(jonas), cancel(id), claim(jonas)]);
      expect(claimed.status).toBe('fulfilled');
      const wasCancelled = cancelled.status === 'fulfilled';
      expect((await line(id)).status).toBe(wasCancelled ? 'cancelled' : 'completed');
      expect(await available(jonas)).toBe(wasCancelled ? '0.00' : '10.00');
    }
  });

  // Rules: send-18
  test('that nobody claims is back after thirty days, and cannot be claimed then', async () => {
    const { id } = await send('100.00');
    await job();
    expect(await available(ines)).toBe('198.00');
    await thirtyDaysLater();
    const jonas = await arrive();
    await confirmAddress(jonas);
    expect(await claim(jonas)).toBe(0);
    await job();
    await job();
    expect(await line(id)).toMatchObject({ status: 'returned', reason: 'Nobody claimed it within 30 days.' });
    expect(await available(ines)).toBe('300.00');
    expect(await leftToday()).toBe('1000.00');
    expect(await available(jonas)).toBe('0.00');
  });

  test('cannot be posted after it expired, whoever tries', async () => {
    await send('100.00');
    const jonas = await arrive();
    await confirmAddress(jonas);
    const claiming = claim(jonas);
    await thirtyDaysLater();
    const claimed = await claiming;
    await job();
    expect(await available(jonas)).toBe(claimed === 1 ? '100.00' : '0.00');
    expect(await available(ines)).toBe(claimed === 1 ? '198.00' : '300.00');
  });

  test('repeated with its key is held once, also after it was claimed', async () => {
    const first = await send('100.00', 'rent');
    expect(await send('100.00', 'rent')).toEqual(first);
    const jonas = await arrive();
    await confirmAddress(jonas);
    await claim(jonas);
    expect(await send('100.00', 'rent')).toMatchObject({ id: first.id, status: 'completed' });
    expect(await available(ines)).toBe('198.00');
  });

  test('is for whom the key was granted, not for whom it was refused before', async () => {
    const first = `${randomUUID()}@florin.example`;
    await expect(send('1000.00', 'rent', first)).rejects.toMatchObject(refusedWith('insufficient_balance'));
    expect(await send('100.00', 'rent')).toMatchObject({ status: 'pending', to: stranger });
    expect(await invited([first, stranger])).toEqual([stranger]);
    const nobody = await arrive(first);
    await confirmAddress(nobody);
    await job();
    expect(await claim(nobody)).toBe(0);
    const jonas = await arrive();
    await confirmAddress(jonas);
    expect(await claim(jonas)).toBe(1);
    expect([await available(nobody), await available(jonas)]).toEqual(['0.00', '100.00']);
  });

  test('that two sends with one key raced for is for whom the ledger took, not for whom was written down first', async () => {
    const [first, second] = [`${randomUUID()}@florin.example`, `${randomUUID()}@florin.example`];
    await ines.client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '50.00' } });
    await send('1.00', randomUUID(), `${randomUUID()}@florin.example`); // opens what a send counts in
    const held = await holdUp('EUR');
    const late = Promise.allSettled([send('10.00', 'rent', first, { currency: 'EUR' })]);
    await expect.poll(held.waiting).toBe(1);
    const { id } = await send('10.00', 'rent', second, { client: node.clientOf(ines) });
    await held.letGo();
    expect(await late).toMatchObject([{ status: 'rejected', reason: refusedWith('idempotency_key_reused') }]);
    expect(await line(id)).toMatchObject({ status: 'pending', to: second });
    expect(await invited([first, second])).toEqual([second]);
    const [nobody, jonas] = [await arrive(first), await arrive(second)];
    for (const member of [nobody, jonas]) await confirmAddress(member);
    expect([await claim(nobody), await claim(jonas)]).toEqual([0, 1]);
    expect([await available(nobody), await available(jonas)]).toEqual(['0.00', '10.00']);
  });

  test('whose key was refused a month ago waits for a whole month', async () => {
    await expect(send('1000.00', 'rent')).rejects.toMatchObject(refusedWith('insufficient_balance'));
    await florin.database.ownerPool.query(
      `update held_sends s set created_at = s.created_at - interval '29 days', expires_at = s.expires_at - interval '29 days'
       from invitees i where i.id = s.invitee_id and i.email = $1`,
      [stranger],
    );
    const { expires_at } = await send('100.00', 'rent');
    expect(Date.parse(expires_at ?? '') - Date.now()).toBeGreaterThan(29.9 * 24 * 3_600_000);
    expect(await invited([stranger])).toEqual([stranger]);
  });

  test('waits where the account of that address is frozen, without inviting to another, and arrives once it is not', async () => {
    const jonas = await arrive();
    await confirmAddress(jonas);
    const freeze = (disabled: boolean) =>
      florin.database.ownerPool.query('update users set disabled_at = case when $2 then now() end where id = $1', [
        jonas.user.id,
        disabled,
      ]);
    await freeze(true);
    expect(await send('100.00')).toMatchObject({ status: 'pending', to: stranger });
    expect(await invited([stranger])).toEqual([]);
    await job();
    await freeze(false);
    await job();
    expect(await available(jonas)).toBe('100.00');
    expect(await invited([stranger])).toEqual([]);
  });

  test('is refused like any other without the money or the limit for it', async () => {
    await expect(send('295.00')).rejects.toMatchObject(refusedWith('insufficient_balance'));
    await expect(send('501.00')).rejects.toMatchObject(refusedWith('insufficient_balance'));
  });

  test('cannot be called back by its recipient', async () => {
    const { id } = await send('100.00');
    const jonas = await arrive();
    const call = jonas.client.call(endpoints.cancelTransaction, { params: { id } });
    await expect(call).rejects.toMatchObject(refusedWith('not_found'));
  });
});
