import { randomUUID } from 'node:crypto';
import { writePain002 } from '@florin/bank-files';
import { endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openPayoutRoom, type PayoutRoom } from '../../../../test/payout-room.ts';

let room: PayoutRoom;
beforeAll(async () => {
  room = await openPayoutRoom('EUR');
});
afterEach(() => expectNothingBetween());
afterAll(() => room.close());

/** Expects that no money stays between Florin and the bank. */
const expectNothingBetween = async () => expect(await room.house('bank-clearing')).toBe(0);

/** The lines that wait for an operator. */
const waiting = async () => (await room.olu.client.call(endpoints.getBankDesk)).unallocated;
const reasons = async () => (await waiting()).map(({ amount_exact: amount, reason }) => [amount, reason]);

async function paidOut(amount: string) {
  const { batch, payouts, ids } = await room.paidOut(amount);
  const [payout] = payouts;
  const [endToEnd] = ids;
  if (!payout || !endToEnd) throw new Error('nothing was paid out');
  return { batch, payout, endToEnd };
}

/** An operator connects the first waiting debit with the first waiting credit. */
async function connect() {
  const lines = await waiting();
  const debit = lines.find(({ amount_exact: amount }) => amount.startsWith('-'));
  const credit = lines.find(({ amount_exact: amount }) => !amount.startsWith('-'));
  const body = { deposit: credit?.id ?? '', reason: 'The bank corrected itself.' };
  await room.olu.client.call(endpoints.connectLine, { params: { line: debit?.id ?? '' }, body });
}

describe('a bank that makes a mistake', () => {
  test('a second debit for a payout waits for an operator, even in the same statement', async () => {
    for (const isTogether of [true, false]) {
      const { endToEnd, payout } = await paidOut('40.00');
      const debit = () => ({ amount: '-40.00', day: '2026-11-20', id: randomUUID().slice(0, 8), endToEnd });
      await room.statement({ lines: isTogether ? [debit(), debit()] : [debit()] });
      if (!isTogether) await room.statement({ lines: [debit()] });
      expect(await room.status(payout)).toBe('completed');
      expect(await reasons()).toEqual([['-40.00', 'payout_again']]);
      await room.line('40.00', { text: 'Correction' });
      await connect();
    }
  });

  test('a payout that the bank paid twice stays paid when the bank takes the second payment back', async () => {
    const { endToEnd, payout } = await paidOut('41.00');
    await room.line('-41.00', { endToEnd });
    await room.line('-41.00', { endToEnd });
    await room.line('41.00', { endToEnd, reversal: true });
    expect(await room.wallet(payout)).toEqual(['59.00', '0.00']);
    expect(await reasons()).toEqual([
      ['-41.00', 'payout_again'],
      ['41.00', 'payout_again'],
    ]);
    await connect();
    await room.line('41.00', { endToEnd, returned: 'AC04' });
    expect(await room.wallet(payout)).toEqual(['100.00', '0.00']);
    expect(await reasons()).toEqual([]);
  });

  test('a payout that is returned twice is credited once, and the rest waits for an operator', async () => {
    const { endToEnd, payout } = await paidOut('42.00');
    await room.line('-42.00', { endToEnd });
    await room.line('42.00', { endToEnd, returned: 'AC04' });
    await room.line('42.00', { endToEnd, returned: 'AC04' });
    expect(await room.wallet(payout)).toEqual(['100.00', '0.00']);
    expect(await reasons()).toEqual([['42.00', 'payout_again']]);
    await room.line('-42.00', { text: 'Correction' });
    await connect();
  });

  test('a charge with the id and the amount of a payout does not settle it', async () => {
    const { endToEnd, payout } = await paidOut('3.00');
    await room.line('-3.00', { endToEnd, code: 'NCHG' });
    expect(await room.status(payout)).toBe('pending');
    expect(await room.house('bank-fees')).toBe(-300);
    await room.line('-3.00', { endToEnd });
    expect(await room.status(payout)).toBe('completed');
  });
});

describe('a payer who knows the id of a payout', () => {
  test('money with the id of a payout is a return only if the bank says so', async () => {
    const { batch, endToEnd, payout } = await paidOut('43.00');
    await room.line('-43.00', { endToEnd });
    for (const more of [{ endToEnd }, { batchId: endToEnd }, { text: endToEnd }])
      await room.line('43.00', { payer: 'Mallory Stranger', ...more });
    expect(await room.wallet(payout)).toEqual(['57.00', '0.00']);
    expect(await reasons()).toEqual(Array.from({ length: 3 }, () => ['43.00', 'no_reference']));
    expect(await room.batchNow(batch)).toMatchObject({ settled: 1, returned: 0 });
    for (let times = 0; times < 3; times++) {
      await room.line('-43.00', { text: 'Given back by the bank' });
      await connect();
    }
  });

  test('money with the id of a payout and the code of a return is returned to the member', async () => {
    const { endToEnd, payout } = await paidOut('44.00');
    await room.line('-44.00', { endToEnd });
    await room.line('44.00', { endToEnd, code: 'PMNT-ICDT-RRTN' });
    expect(await room.wallet(payout)).toEqual(['100.00', '0.00']);
  });
});

describe('a return without a reason', () => {
  test('money with the id and the amount of a payout is returned to the member, and other amounts wait', async () => {
    const { endToEnd, payout } = await paidOut('46.00');
    await room.line('-46.00', { endToEnd });
    await room.line('45.00', { endToEnd, returned: '' });
    expect(await room.wallet(payout)).toEqual(['54.00', '0.00']);
    expect(await reasons()).toEqual([['45.00', 'no_reference']]);
    await room.line('46.00', { endToEnd, returned: '' });
    expect(await room.wallet(payout)).toEqual(['100.00', '0.00']);
    const [newest] = await payout.member.client.call(endpoints.listTransactions, { query: {} });
    expect(newest?.reason).toBe('Your bank returned this withdrawal: The bank did not state the reason.');
    await room.line('-45.00', { text: 'Correction' });
    await connect();
  });
});

describe('a payout of an account that was closed', () => {
  const closed = async () => {
    const { batch, endToEnd, payout } = await paidOut('100.00');
    await room.line('-100.00', { endToEnd });
    const { client, password } = payout.member;
    await client.call(endpoints.closeAccount, { body: { current_password: password } });
    return { batch, endToEnd };
  };
  /** An operator credits the waiting line to another member. */
  const giveAway = async (amount: string) => {
    const heir = await room.florin.signUp('Heir');
    const [line] = await waiting();
    const body = { email: heir.user.email, reason: 'The member asked for it in writing.' };
    await room.olu.client.call(endpoints.allocateLine, { params: { line: line?.id ?? '' }, body });
    const wallets = await heir.client.call(endpoints.listWallets);
    expect(wallets.find(({ currency }) => currency === 'EUR')?.balance_exact).toBe(amount);
  };

  test('a returned payout of a closed account waits in a line that an operator can credit or return', async () => {
    const { endToEnd } = await closed();
    await room.line('100.00', { endToEnd, returned: 'AC04' });
    expect(await reasons()).toEqual([['100.00', 'account_closed']]);
    expect(await room.house('unallocated')).toBe(10_000);
    await giveAway('100.00');
    expect(await room.house('unallocated')).toBe(0);
  });

  test('the part of a closed account waits for an operator if one line returns several payouts', async () => {
    const { batch, payouts } = await room.paidOut('100.00', '20.00');
    const batchId = batch.id.replaceAll('-', '');
    await room.line('-120.00', { batchId });
    const [leaver, other] = payouts;
    if (!leaver || !other) throw new Error('two payouts are missing');
    const { client, password } = leaver.member;
    await client.call(endpoints.closeAccount, { body: { current_password: password } });
    await room.line('120.00', { batchId, payer: 'Their Bank' });
    expect(await room.wallet(other)).toEqual(['100.00', '0.00']);
    expect(await reasons()).toEqual([['100.00', 'account_closed']]);
    expect((await waiting())[0]?.not_returnable).toEqual(expect.any(String));
    expect(await room.house('unallocated')).toBe(10_000);
    await giveAway('100.00');
    expect(await room.house('unallocated')).toBe(0);
  });

  test('a late rejection of a closed account’s payout waits for the line that brings the money', async () => {
    const { batch, endToEnd } = await closed();
    const transactions = [{ id: endToEnd, status: 'RJCT', reason_code: 'AC01' }];
    const originalId = batch.id.replaceAll('-', '');
    const payments = [{ id: originalId, status: null, transactions }];
    const about = { id: 'LATE', created: '2026-11-21T06:00:00Z', originalId };
    await room.upload('status.xml', [...writePain002({ ...about, group: { status: 'PART' }, payments })].join(''));
    expect(await room.house('unallocated')).toBe(0);
    await room.line('100.00', { endToEnd, returned: 'AC01' });
    expect(await reasons()).toEqual([['100.00', 'account_closed']]);
    await giveAway('100.00');
  });
});
