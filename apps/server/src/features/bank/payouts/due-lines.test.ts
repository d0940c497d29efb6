import { writePain002 } from '@florin/bank-files';
import { endpoints, type PaymentBatch } from '@florin/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { approve } from '../../../../test/second-operator.ts';
import { openPayoutRoom, type PayoutRoom } from '../../../../test/payout-room.ts';

let room: PayoutRoom;
beforeAll(async () => {
  room = await openPayoutRoom('EUR');
});
afterEach(() => expectNothingBetween());
afterAll(() => room.close());

/** Expects that no money stays between Florin and the bank, even if lines are open. */
const expectNothingBetween = async () => expect(await room.house('bank-clearing')).toBe(0);

const messageId = ({ id }: PaymentBatch) => id.replaceAll('-', '');
let statuses = 0;

/** Imports a status file that rejects payouts. */
function reject(batch: PaymentBatch, ids: readonly string[]) {
  const about = { id: `D${(statuses += 1)}`, created: '2026-11-21T06:00:00Z', originalId: messageId(batch) };
  const transactions = ids.map((id) => ({ id, status: 'RJCT', reason_code: 'AC01' }));
  const payments = [{ id: about.originalId, status: null, transactions }];
  return room.upload('status.xml', [...writePain002({ ...about, group: { status: 'PART' }, payments })].join(''));
}

const desk = () => room.olu.client.call(endpoints.getBankDesk);
const open = async () => (await desk()).unallocated.map(({ amount_exact: amount, reason }) => [amount, reason]);
const lineOf = async (amount: string) => {
  const line = (await desk()).unallocated.find(({ amount_exact: exact }) => exact === amount);
  if (!line) throw new Error(`no line over ${amount} is open`);
  return line.id;
};

async function paidOut(amount: string) {
  const { batch, payouts, ids } = await room.paidOut(amount);
  const [[payout], [endToEnd]] = [payouts, ids];
  if (!payout || !endToEnd) throw new Error('nothing was paid out');
  return { batch, payout, endToEnd };
}

/** Two operators book an open line as the institution's own money. */
async function bookAsOwn(amount: string): Promise<void> {
  const params = { line: await lineOf(amount) };
  const body = { reason: 'The bank is gone.' };
  const { proposal } = await room.olu.client.call(endpoints.bookOwnFunds, { params, body });
  if (!proposal) throw new Error('nothing was proposed');
  await approve(room.amara, proposal.id);
}

/** Settles an open line as the debit of an unrelated batch. */
function settleBy(line: string, { id }: PaymentBatch) {
  return room.olu.client.call(endpoints.settleBatch, { params: { id }, body: { line } });
}

const refused = { body: { code: 'line_not_unallocated' } };

/** Closes a day, and returns its report. */
async function reportOf(day: string): Promise<unknown> {
  await room.olu.client.call(endpoints.closeBankDay, { body: { day } });
  const { rows } = await room.florin.database.pool.query<{ content: string }>(
    'select content from day_reports where day = $1',
    [day],
  );
  return JSON.parse(rows[0]?.content ?? '{}');
}

describe('a payout that the bank rejects and debits', () => {
  test.each(['rejection', 'debit'])(
    'the debit of a rejected payout is open until the bank gives the money back, with the %s first',
    async (first) => {
      const { batch, payout, endToEnd } = await paidOut('40.00');
      const files = [() => reject(batch, [endToEnd]), () => room.line('-40.00', { endToEnd })];
      for (const give of first === 'debit' ? files.toReversed() : files) await give();
      expect(await open()).toEqual([['-40.00', 'payout_returned']]);
      expect(await room.house('unallocated')).toBe(-4_000);
      expect(await room.house('bank-clearing')).toBe(0);
      expect(await room.wallet(payout)).toEqual(['100.00', '0.00']);
      expect((await desk()).accounts[0]?.open.unallocated).toMatchObject({ count: 1, sum_exact: '-40.00' });
      await room.line('40.00', { endToEnd, returned: 'AC01' });
      expect(await open()).toEqual([]);
      expect(await room.house('unallocated')).toBe(0);
      expect(await room.wallet(payout)).toEqual(['100.00', '0.00']);
    },
  );

  test('a debit over a whole batch stays open for the part of the rejected payout', async () => {
    const { batch, payouts, ids } = await room.paidOut('10.00', '20.00');
    await reject(batch, ids.slice(1));
    await room.line('-30.00', { batchId: messageId(batch) });
    expect(await open()).toEqual([['-20.00', 'payout_returned']]);
    expect(await Promise.all(payouts.map(room.wallet))).toEqual([
      ['90.00', '0.00'],
      ['100.00', '0.00'],
    ]);
    await room.line('20.00', { batchId: messageId(batch) });
    expect(await open()).toEqual([]);
    expect(await room.house('unallocated')).toBe(0);
  });

  test('the debit of a rejected payout is open in the report of the day, and the balances stay equal', async () => {
    const { batch, endToEnd } = await paidOut('41.00');
    await reject(batch, [endToEnd]);
    await room.line('-41.00', { endToEnd });
    expect(await reportOf('2026-11-20')).toMatchObject({
      difference: '0.00',
      unallocated: { count: 1, sum: '-41.00', lines: [{ amount: '-41.00', reason: 'payout_returned' }] },
    });
    await room.line('41.00', { endToEnd, returned: 'AC01' });
    expect(await open()).toEqual([]);
  });

  test('an operator connects the debit of a rejected payout with money without an id', async () => {
    const { batch, payout, endToEnd } = await paidOut('42.00');
    await reject(batch, [endToEnd]);
    await room.line('-42.00', { endToEnd });
    await room.line('42.00', { text: 'Correction' });
    const [debit, deposit] = [await lineOf('-42.00'), await lineOf('42.00')];
    const body = { deposit, reason: 'The bank corrected itself.' };
    await room.olu.client.call(endpoints.connectLine, { params: { line: debit }, body });
    expect(await open()).toEqual([]);
    await room.line('42.00', { endToEnd, returned: 'AC01' });
    expect(await open()).toEqual([['42.00', 'payout_again']]);
    expect(await room.wallet(payout)).toEqual(['100.00', '0.00']);
    await bookAsOwn('42.00');
    expect(await room.house('unallocated')).toBe(0);
  });

  test('two operators give up the debit of a rejected payout, and later money waits for an operator', async () => {
    const { batch, payout, endToEnd } = await paidOut('43.00');
    await reject(batch, [endToEnd]);
    await room.line('-43.00', { endToEnd });
    await bookAsOwn('-43.00');
    expect(await open()).toEqual([]);
    await room.line('43.00', { endToEnd, returned: 'AC01' });
    expect(await open()).toEqual([['43.00', 'payout_again']]);
    expect(await room.wallet(payout)).toEqual(['100.00', '0.00']);
    await bookAsOwn('43.00');
  });

  test('an operator cannot settle a debit after the bank gave the money back', async () => {
    const { batch, endToEnd } = await paidOut('45.00');
    await reject(batch, [endToEnd]);
    await room.line('-45.00', { endToEnd });
    const [params, body] = [{ line: await lineOf('-45.00') }, { reason: 'The bank is gone.' }];
    const { proposal } = await room.olu.client.call(endpoints.bookOwnFunds, { params, body });
    await room.line('45.00', { text: 'Correction' });
    const owner = room.florin.database.ownerPool;
    // The state that a node leaves if it stops between the bank's credit and the end of the open line.
    await owner.query('update payouts set credit_line = due_line, balanced = true where due_line = $1', [params.line]);
    await expect(approve(room.amara, proposal?.id ?? '')).rejects.toMatchObject(refused);
    const deposit = await lineOf('45.00');
    const connecting = room.olu.client.call(endpoints.connectLine, { params, body: { ...body, deposit } });
    await expect(connecting).rejects.toMatchObject(refused);
    await owner.query('update payouts set credit_line = null, balanced = false where due_line = $1', [params.line]);
    await room.olu.client.call(endpoints.connectLine, { params, body: { ...body, deposit } });
  });

  test('a rejected payout is evaluated again only when a line about it arrives', async () => {
    const { batch, endToEnd } = await paidOut('46.00');
    await reject(batch, [endToEnd]);
    const unbalanced = `select from payouts where state = 'returned' and not balanced`;
    expect((await room.florin.database.pool.query(unbalanced)).rowCount).toBe(0);
    await room.line('-46.00', { endToEnd });
    expect(await open()).toEqual([['-46.00', 'payout_returned']]);
    await room.line('46.00', { endToEnd, returned: 'AC01' });
    expect(await open()).toEqual([]);
  });

  test('an operator cannot settle another batch with the debit of a rejected payout', async () => {
    const rejected = await paidOut('44.00');
    await reject(rejected.batch, [rejected.endToEnd]);
    await room.line('-44.00', { endToEnd: rejected.endToEnd });
    const other = await paidOut('44.00');
    expect(await room.batchNow(other.batch)).toMatchObject({ suggested_line: null });
    await expect(settleBy(await lineOf('-44.00'), other.batch)).rejects.toMatchObject(refused);
    await room.line('-44.00', { endToEnd: other.endToEnd });
    await room.line('44.00', { endToEnd: rejected.endToEnd, returned: 'AC01' });
    expect(await open()).toEqual([]);
  });
});

describe('a payout that comes back before the bank debits it', () => {
  const comeBack = async (amount: string) => {
    const paid = await paidOut(amount);
    await room.line(amount, { endToEnd: paid.endToEnd, returned: 'AC04' });
    return paid;
  };
  const heir = async () => (await room.florin.signUp('Heir')).user.email;
  const credit = async (line: string) => {
    const body = { email: await heir(), reason: 'The bank is gone.' };
    return room.olu.client.call(endpoints.allocateLine, { params: { line }, body });
  };

  test('the credit of an early return is open until the debit comes', async () => {
    const { payout, endToEnd } = await comeBack('50.00');
    expect(await open()).toEqual([['50.00', 'payout_not_debited']]);
    expect(await room.house('unallocated')).toBe(5_000);
    expect(await room.house('bank-clearing')).toBe(0);
    expect(await room.wallet(payout)).toEqual(['100.00', '0.00']);
    expect((await desk()).accounts[0]?.open.unallocated).toMatchObject({ count: 1, sum_exact: '50.00' });
    await room.line('-50.00', { endToEnd });
    expect(await open()).toEqual([]);
    expect(await room.house('unallocated')).toBe(0);
    expect(await room.wallet(payout)).toEqual(['100.00', '0.00']);
  });

  test('the credit of a rejected payout is open until a debit over the whole batch', async () => {
    const { batch, payouts, ids } = await room.paidOut('10.00', '20.00');
    const [, second = ''] = ids;
    await reject(batch, [second]);
    await room.line('20.00', { endToEnd: second, returned: 'AC01' });
    expect(await open()).toEqual([['20.00', 'payout_not_debited']]);
    await room.line('-30.00', { batchId: messageId(batch) });
    expect(await open()).toEqual([]);
    expect(await Promise.all(payouts.map(room.wallet))).toEqual([
      ['90.00', '0.00'],
      ['100.00', '0.00'],
    ]);
  });

  test('the credit of an early return is open in the report of the day, and the balances stay equal', async () => {
    const { endToEnd } = await comeBack('51.00');
    expect(await reportOf('2026-11-21')).toMatchObject({
      difference: '0.00',
      unallocated: { count: 1, sum: '51.00', lines: [{ amount: '51.00', reason: 'payout_not_debited' }] },
    });
    await room.line('-51.00', { endToEnd });
    expect(await open()).toEqual([]);
  });

  test('an operator connects the credit of an early return with a debit without an id', async () => {
    const { endToEnd } = await comeBack('52.00');
    await room.line('-52.00', { text: 'Correction' });
    const body = { deposit: await lineOf('52.00'), reason: 'The bank corrected itself.' };
    await room.olu.client.call(endpoints.connectLine, { params: { line: await lineOf('-52.00') }, body });
    expect(await open()).toEqual([]);
    await room.line('-52.00', { endToEnd });
    expect(await open()).toEqual([['-52.00', 'payout_again']]);
    await bookAsOwn('-52.00');
  });

  test('the debit of a rejected payout waits after an operator credits the money to a member, even if the credit is taken back later', async () => {
    const { endToEnd } = await comeBack('53.00');
    const line = await lineOf('53.00');
    await credit(line);
    expect(await open()).toEqual([]);
    const body = { reason: 'It was a mistake.' };
    await room.olu.client.call(endpoints.recallDeposit, { params: { line }, body });
    await room.line('-53.00', { endToEnd });
    expect(await open()).toEqual([
      ['53.00', 'recalled'],
      ['-53.00', 'payout_again'],
    ]);
    const connecting = {
      params: { line: await lineOf('-53.00') },
      body: { deposit: line, reason: 'The bank’s debit.' },
    };
    await room.olu.client.call(endpoints.connectLine, connecting);
    expect(await open()).toEqual([]);
  });

  test('an operator cannot credit the money after the debit came', async () => {
    await comeBack('54.00');
    const line = await lineOf('54.00');
    const owner = room.florin.database.ownerPool;
    // The state that a node leaves if it stops between the bank's debit and the end of the open line.
    await owner.query('update payouts set debit_line = due_line, balanced = true where due_line = $1', [line]);
    await expect(credit(line)).rejects.toMatchObject(refused);
    await owner.query('update payouts set debit_line = null, balanced = false where due_line = $1', [line]);
    await bookAsOwn('54.00');
  });

  test('an operator cannot settle another batch with the credit of an early return', async () => {
    const { endToEnd } = await comeBack('55.00');
    const other = await paidOut('55.00');
    await expect(settleBy(await lineOf('55.00'), other.batch)).rejects.toMatchObject(refused);
    for (const id of [endToEnd, other.endToEnd]) await room.line('-55.00', { endToEnd: id });
    expect(await open()).toEqual([]);
  });
});
