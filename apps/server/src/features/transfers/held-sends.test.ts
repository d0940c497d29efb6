import { randomUUID } from 'node:crypto';
import { endpoints, type Client } from '@florin/contract';
import type { FiatCode } from '@florin/money';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { blockedStatements } from '../../../test/blocked-statements.ts';
import { databaseOf } from '../../../test/member-in-ledger.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { startSecondNode, type SecondNode } from '../../../test/second-node.ts';
import { thirtyDaysLater } from '../../../test/thirty-days-later.ts';
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

/** Signs up with the address that has a held send. */
async function arrive(email = stranger): Promise<TestMember> {
  const password = 'correct horse battery';
  const { token, user } = await florin.client.call(endpoints.signup, { body: { name: 'Jonas', email, password } });
  return { token, user, password, client: florin.clientOf(token) };
}
const confirmAddress = ({ user }: TestMember) =>
  florin.database.ownerPool.query('update users set email_confirmed_at = now() where id = $1', [user.id]);
const claim = ({ user }: TestMember) => claimHeldSends(florin.app.dependencies, user);

/** Sends invitations and returns the addresses that got one. */
async function invited(addresses: string[]): Promise<string[]> {
  await inviteRecipients({ pool: florin.database.pool, publicUrl: 'https://florin.example', rateLimits: true });
  const mails = await Promise.all(
    addresses.map((to) => florin.client.call(endpoints.listCaughtMails, { query: { to } })),
  );
  return addresses.filter((_, i) => mails[i]?.some(({ subject }) => subject.includes('sent you')));
}

/** Locks her wallet in that currency, so that no posting to it can finish before `release`. */
async function lockWallet(currency: FiatCode) {
  const { ownerPool } = databaseOf(florin, ines);
  const tx = await ownerPool.connect();
  await tx.query('begin');
  await tx.query(`select from ledger.accounts where owner = $1 and kind = 'wallet' and asset = $2 for update`, [
    ines.user.id,
    currency,
  ]);
  return {
    waitingQueries: () => blockedStatements({ ownerPool }),
    release: async () => {
      await tx.query('commit');
      tx.release();
    },
  };
}

describe('a held send', () => {
  // Rules: security-25
  test('holds a send to an unknown address with its fee as pending', async () => {
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

  test('credits a held send when the address is confirmed, not at sign-up', async () => {
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

  test('credits a held send by the job after an interrupted claim', async () => {
    await send('100.00');
    const jonas = await arrive();
    await confirmAddress(jonas);
    await job();
    expect(await available(jonas)).toBe('100.00');
  });

  test('lets the sender cancel a held send once and restores the limit', async () => {
    const { id } = await send('100.00');
    expect(await cancel(id)).toMatchObject({
      id,
      status: 'cancelled',
      amount_exact: '0.00',
      fee_exact: '0.00',
      counter_amount_exact: '100.00',
    });
    const ended = { detail: 'This payment was already claimed, canceled or returned.' };
    await expect(cancel(id)).rejects.toMatchObject(refusedWith('not_cancellable', ended));
    expect(await available(ines)).toBe('300.00');
    expect(await leftToday()).toBe('1000.00');
  });

  test('either claims or cancels a held send, never both', async () => {
    for (let round = 0; round < 10; round++) {
      stranger = `${randomUUID()}@florin.example`;
      const { id } = await send('10.00');
      const jonas = await arrive();
      await confirmAddress(jonas);
      const [claimed, canceled] = await Promise.allSettled([claim(jonas), cancel(id), claim(jonas)]);
      expect(claimed.status).toBe('fulfilled');
      const wasCanceled = canceled.status === 'fulfilled';
      expect((await line(id)).status).toBe(wasCanceled ? 'cancelled' : 'completed');
      await expect.poll(() => available(jonas)).toBe(wasCanceled ? '0.00' : '10.00');
    }
  });

  // Rules: send-18
  test('returns a held send after 30 days and rejects a later claim', async () => {
    const { id } = await send('100.00');
    await job();
    expect(await available(ines)).toBe('198.00');
    await thirtyDaysLater(florin, stranger);
    const jonas = await arrive();
    await confirmAddress(jonas);
    expect(await claim(jonas)).toBe(0);
    await job();
    await job();
    expect(await line(id)).toMatchObject({ status: 'returned', reason: 'The money was not claimed within 30 days.' });
    expect(await available(ines)).toBe('300.00');
    expect(await leftToday()).toBe('1000.00');
    expect(await available(jonas)).toBe('0.00');
  });

  test('does not post an expired held send', async () => {
    await send('100.00');
    const jonas = await arrive();
    await confirmAddress(jonas);
    const claiming = claim(jonas);
    await thirtyDaysLater(florin, stranger);
    const claimed = await claiming;
    await job();
    expect(await available(jonas)).toBe(claimed === 1 ? '100.00' : '0.00');
    expect(await available(ines)).toBe(claimed === 1 ? '198.00' : '300.00');
  });

  test('holds a send with a repeated key once, even after its claim', async () => {
    const first = await send('100.00', 'rent');
    expect(await send('100.00', 'rent')).toEqual(first);
    const jonas = await arrive();
    await confirmAddress(jonas);
    await claim(jonas);
    expect(await send('100.00', 'rent')).toMatchObject({ id: first.id, status: 'completed' });
    expect(await available(ines)).toBe('198.00');
  });

  test("gives a reused key's held send to the accepted recipient, not to a rejected recipient", async () => {
    const first = `${randomUUID()}@florin.example`;
    await expect(send('1000.00', 'rent', first)).rejects.toMatchObject(refusedWith('insufficient_balance'));
    expect(await send('100.00', 'rent')).toMatchObject({ status: 'pending', to: stranger });
    expect(await invited([first, stranger])).toEqual([stranger]);
    const other = await arrive(first);
    await confirmAddress(other);
    await job();
    expect(await claim(other)).toBe(0);
    const jonas = await arrive();
    await confirmAddress(jonas);
    expect(await claim(jonas)).toBe(1);
    expect([await available(other), await available(jonas)]).toEqual(['0.00', '100.00']);
  });

  test('gives a held send with a raced key to the recipient that the ledger accepted', async () => {
    const [first, second] = [`${randomUUID()}@florin.example`, `${randomUUID()}@florin.example`];
    await ines.client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '50.00' } });
    await send('1.00', randomUUID(), `${randomUUID()}@florin.example`); // creates the allowance accounts
    const lock = await lockWallet('EUR');
    const late = Promise.allSettled([send('10.00', 'rent', first, { currency: 'EUR' })]);
    await expect.poll(lock.waitingQueries).toBe(1);
    const { id } = await send('10.00', 'rent', second, { client: node.clientOf(ines) });
    await lock.release();
    expect(await late).toMatchObject([{ status: 'rejected', reason: refusedWith('idempotency_key_reused') }]);
    expect(await line(id)).toMatchObject({ status: 'pending', to: second });
    expect(await invited([first, second])).toEqual([second]);
    const [other, jonas] = [await arrive(first), await arrive(second)];
    for (const member of [other, jonas]) await confirmAddress(member);
    expect([await claim(other), await claim(jonas)]).toEqual([0, 1]);
    await expect.poll(() => available(jonas)).toBe('10.00');
    expect(await available(other)).toBe('0.00');
  });

  test('keeps a held send for 30 days even if its key was rejected 29 days earlier', async () => {
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

  test('holds a send to a frozen account without an invitation and credits it after the freeze', async () => {
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

  test('rejects a held send without enough money or limit', async () => {
    await expect(send('295.00')).rejects.toMatchObject(refusedWith('insufficient_balance'));
    await expect(send('501.00')).rejects.toMatchObject(refusedWith('insufficient_balance'));
  });

  test('rejects canceling a held send by its recipient', async () => {
    const { id } = await send('100.00');
    const jonas = await arrive();
    const call = jonas.client.call(endpoints.cancelTransaction, { params: { id } });
    await expect(call).rejects.toMatchObject(refusedWith('not_found'));
  });
});
