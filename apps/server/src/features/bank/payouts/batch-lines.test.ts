import { writePain002 } from '@florin/bank-files';
import { endpoints, type PaymentBatch } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPayoutRoom, type PayoutRoom } from '../../../../test/payout-room.ts';

let room: PayoutRoom;
beforeAll(async () => {
  room = await openPayoutRoom('EUR');
});
afterAll(() => room.close());

const messageId = ({ id }: PaymentBatch) => id.replaceAll('-', '');
let statuses = 0;

/** A status file that rejects payouts, or the whole batch without ids. */
function rejection(batch: PaymentBatch, ids: readonly string[], reason = 'AC01'): string {
  const originalId = messageId(batch);
  const transactions = ids.map((id) => ({ id, status: 'RJCT', reason_code: reason }));
  const about = { id: `S${(statuses += 1)}`, created: '2026-11-21T06:00:00Z', originalId };
  const isWhole = ids.length === 0;
  const payments = isWhole ? [] : [{ id: originalId, status: null, transactions }];
  const group = isWhole ? { status: 'RJCT', reason_code: reason } : { status: 'PART' };
  return [...writePain002({ ...about, group, payments })].join('');
}
const reject = (batch: PaymentBatch, ids: readonly string[], reason?: string) =>
  room.upload('status.xml', rejection(batch, ids, reason));

const states = async ({ payouts }: { payouts: readonly Parameters<PayoutRoom['status']>[0][] }) => {
  const found: string[] = [];
  for (const payout of payouts) found.push(await room.status(payout));
  return found;
};
const unallocated = async () =>
  (await room.olu.client.call(endpoints.getBankDesk)).unallocated.map(({ amount_exact, reason }) => [
    amount_exact,
    reason,
  ]);

/** A payment of a batch line, as in a file that explains the line. */
const part = (amount: string, endToEnd: string) => ({
  amount,
  payer: 'Ines Muller',
  text: 'Withdrawal',
  id: `PART-${endToEnd.slice(0, 20)}`,
  endToEnd,
});

/** Imports the return of an unallocated debit, so that the two cancel each other. */
async function takeAway(amount: string): Promise<void> {
  await room.line(amount, { text: 'Back' });
  const cents = Number(amount.replace('.', ''));
  await room.florin.database.ownerPool.query(`update bank_lines set match = 'explained' where abs(amount) = $1`, [
    cents,
  ]);
}

/** Runs a case, and expects no money to stay between Florin and the bank or to be unallocated. */
async function leavingNothing(run: () => Promise<void>): Promise<void> {
  const before = [await room.house('bank-clearing'), await room.house('unallocated')];
  await run();
  expect([await room.house('bank-clearing'), await room.house('unallocated')]).toEqual(before);
  expect(await unallocated()).toEqual([]);
}

describe('a line over a whole payment batch', () => {
  test.each([
    ['its PmtInfId', (batch: PaymentBatch) => ({ batchId: messageId(batch) })],
    ['its MsgId as the end-to-end id', (batch: PaymentBatch) => ({ endToEnd: messageId(batch) })],
    ['the id in the text, split by a blank', (batch: PaymentBatch) => ({ text: splitId(batch) })],
  ])('a line over a whole batch settles all payouts by %s', async (_, naming) => {
    await leavingNothing(async () => {
      const paid = await room.paidOut('10.00', '20.00');
      await room.line('-30.00', naming(paid.batch));
      expect(await states(paid)).toEqual(['completed', 'completed']);
      expect(await room.batchNow(paid.batch)).toMatchObject({ settled: 2, returned: 0, suggested_line: null });
    });
  });

  test('a line over a whole batch settles the payouts of a MT940 statement by its customer reference', async () => {
    await leavingNothing(async () => {
      const { batch, payouts } = await room.paidOut('11.00', '22.00');
      const text = [
        ':20:START',
        ':25:DE75512108001245126199EUR',
        ':28C:7/1',
        ':61:2611201120D33,00NTRFNONREF//MT1',
        `:86:191?00SAMMLER?20KREF+${messageId(batch).slice(0, 22)}?21${messageId(batch).slice(22)}`,
        '-',
      ];
      await room.upload('statement.sta', text.join('\r\n'));
      expect(await states({ payouts })).toEqual(['completed', 'completed']);
    });
  });

  test('a line over a whole batch leaves out the payouts that a status file rejects, in any order of the files', async () => {
    for (const isStatusFirst of [true, false]) {
      await leavingNothing(async () => {
        const paid = await room.paidOut('10.00', '20.00', '30.00');
        const files = [
          () => reject(paid.batch, [paid.ids[1] ?? '']),
          () => room.line('-40.00', { batchId: messageId(paid.batch) }),
        ];
        for (const give of isStatusFirst ? files : files.toReversed()) await give();
        expect(await states(paid)).toEqual(['completed', 'returned', 'completed']);
      });
    }
  });

  test('a debit of the whole file settles once with each order of the rejection and its money', async () => {
    const orders = [
      [0, 1, 2],
      [1, 0, 2],
      [1, 2, 0],
      [2, 1, 0],
      [0, 2, 1],
      [2, 0, 1],
    ];
    for (const order of orders) {
      await leavingNothing(async () => {
        const paid = await room.paidOut('10.00', '20.00');
        const [, second = ''] = paid.ids;
        const files = [
          () => reject(paid.batch, [second]),
          () => room.line('-30.00', { batchId: messageId(paid.batch) }),
          () => room.line('20.00', { endToEnd: second, returned: 'AC01' }),
        ];
        for (const place of order) await files[place]?.();
        expect(await states(paid)).toEqual(['completed', order[0] === 1 ? 'completed' : 'returned']);
        expect(await Promise.all(paid.payouts.map(room.wallet))).toEqual([
          ['90.00', '0.00'],
          ['100.00', '0.00'],
        ]);
      });
    }
  });

  test('a line over a whole batch returns rejected payouts as one sum', async () => {
    await leavingNothing(async () => {
      const paid = await room.paidOut('10.00', '20.00', '30.00');
      await room.line('-60.00', { batchId: messageId(paid.batch) });
      await reject(paid.batch, paid.ids.slice(1));
      await room.line('50.00', { batchId: messageId(paid.batch) });
      expect(await Promise.all(paid.payouts.map(room.wallet))).toEqual([
        ['90.00', '0.00'],
        ['100.00', '0.00'],
        ['100.00', '0.00'],
      ]);
    });
  });

  test('a credit line over a whole batch returns all its payouts', async () => {
    await leavingNothing(async () => {
      const paid = await room.paidOut('10.00', '20.00');
      await room.line('-30.00', { batchId: messageId(paid.batch) });
      await room.line('30.00', { batchId: messageId(paid.batch) });
      expect(await Promise.all(paid.payouts.map(room.wallet))).toEqual([
        ['100.00', '0.00'],
        ['100.00', '0.00'],
      ]);
    });
  });

  test('a debit that includes one of two rejected payouts books nothing until the bank names the payments', async () => {
    await leavingNothing(async () => {
      const paid = await room.paidOut('10.00', '20.00', '30.00');
      const clearing = await room.house('bank-clearing');
      const [first = '', kept = ''] = paid.ids;
      const id = `BATCH-${messageId(paid.batch).slice(0, 20)}`;
      await room.line('-30.00', { id, batchId: messageId(paid.batch) });
      await reject(paid.batch, paid.ids.slice(1));
      expect(await states(paid)).toEqual(['pending', 'returned', 'returned']);
      const [line, ...others] = (await room.olu.client.call(endpoints.getBankDesk)).unallocated;
      expect([line, ...others]).toMatchObject([{ amount_exact: '-30.00', reason: 'batch_amount' }]);
      expect(await room.house('bank-clearing')).toBe(clearing);
      expect(await room.batchNow(paid.batch)).toMatchObject({ suggested_line: null });
      const call = { params: { id: paid.batch.id }, body: { line: line?.id ?? '' } };
      const settling = room.olu.client.call(endpoints.settleBatch, call);
      await expect(settling).rejects.toMatchObject({ body: { code: 'batch_not_possible' } });
      await room.line('-30.00', { id, parts: [part('-10.00', first), part('-20.00', kept)] });
      expect(await states(paid)).toEqual(['completed', 'returned', 'returned']);
      expect(await unallocated()).toEqual([['-20.00', 'payout_returned']]);
      await room.line('20.00', { endToEnd: kept, returned: 'AC01' });
    });
  });

  test('the bank can split a line over a whole batch into several lines that add up', async () => {
    await leavingNothing(async () => {
      const paid = await room.paidOut('10.00', '20.00', '30.00');
      await room.line('-25.00', { batchId: messageId(paid.batch) });
      expect(await states(paid)).toEqual(['pending', 'pending', 'pending']);
      expect(await unallocated()).toEqual([['-25.00', 'batch_amount']]);
      await room.line('-35.00', { batchId: messageId(paid.batch) });
      expect(await states(paid)).toEqual(['completed', 'completed', 'completed']);
    });
  });

  test('a line over a whole batch settles each payout by its id, even if another file has the details', async () => {
    await leavingNothing(async () => {
      const paid = await room.paidOut('10.00', '20.00');
      const parts = paid.ids.map((endToEnd, index) => part(['-10.00', '-20.00'][index] ?? '', endToEnd));
      const id = `BATCH-${messageId(paid.batch).slice(0, 20)}`;
      await room.line('-30.00', { id, text: 'Collective order' });
      expect(await states(paid)).toEqual(['pending', 'pending']);
      await room.line('-30.00', { id, parts });
      expect(await states(paid)).toEqual(['completed', 'completed']);
      await room.line('-30.00', { id, batchId: messageId(paid.batch), text: 'Collective order again' });
    });
  });

  test('a line over a whole batch that was settled is not booked again when another file explains it', async () => {
    await leavingNothing(async () => {
      const paid = await room.paidOut('10.00', '20.00');
      const id = `BATCH-${messageId(paid.batch).slice(0, 20)}`;
      await room.line('-30.00', { id, batchId: messageId(paid.batch) });
      const parts = paid.ids.map((endToEnd, index) => part(['-10.00', '-20.00'][index] ?? '', endToEnd));
      await room.line('-30.00', { id, parts });
      expect(await states(paid)).toEqual(['completed', 'completed']);
    });
  });
});

describe('an operator', () => {
  test('an operator settles a batch by a line that names no batch, if the amounts add up', async () => {
    await leavingNothing(async () => {
      const paid = await room.paidOut('10.00', '20.00');
      const params = { id: paid.batch.id };
      const settle = (line: string) => room.olu.client.call(endpoints.settleBatch, { params, body: { line } });
      await room.line('-30.00', { text: 'Collective order' });
      await room.line('-31.00', { text: 'Collective order' });
      const { suggested_line: line } = await room.batchNow(paid.batch);
      expect(line).toMatchObject({ amount_exact: '-30.00', booked: '2026-11-20', text: 'Collective order' });
      const other = (await room.olu.client.call(endpoints.getBankDesk)).unallocated.find(
        (one) => one.amount_exact === '-31.00',
      );
      await expect(settle(other?.id ?? '')).rejects.toMatchObject({ body: { code: 'batch_not_possible' } });
      await expect(settle('999999')).rejects.toMatchObject({ body: { code: 'line_not_found' } });
      const tries = await Promise.allSettled([1, 2, 3].map(() => settle(line?.id ?? '')));
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await expect(settle(line?.id ?? '')).rejects.toMatchObject({ body: { code: 'line_not_unallocated' } });
      expect(await states(paid)).toEqual(['completed', 'completed']);
      expect(await unallocated()).toEqual([['-31.00', 'outgoing']]);
      await takeAway('31.00');
    });
  });

  test('an operator cannot settle a batch that the bank does not have', async () => {
    const batch = await room.make([await room.withdrawal('5.00')]);
    const call = room.olu.client.call(endpoints.settleBatch, { params: { id: batch.id }, body: { line: '1' } });
    await expect(call).rejects.toMatchObject({ body: { code: 'batch_not_open' } });
  });

  test('an operator sees that a file was a duplicate, and no withdrawal is returned', async () => {
    const paid = await room.paidOut('10.00');
    const answer = await reject(paid.batch, [], 'AM05');
    expect(answer).toMatchObject({ warnings: [expect.stringContaining('is a duplicate (AM05)')] });
    expect(await states(paid)).toEqual(['pending']);
    await reject(paid.batch, [], 'AC01');
    expect(await states(paid)).toEqual(['returned']);
  });

  test('an operator cannot import a payment file as a statement', async () => {
    const { batch } = await room.paidOut('10.00');
    await expect(room.upload('batch.xml', room.contentOf(batch))).rejects.toMatchObject({
      body: { code: 'bank_file_refused', detail: expect.stringContaining('It is not a statement.') },
    });
  });
});

const splitId = (batch: PaymentBatch) =>
  `Sammler ${messageId(batch).slice(0, 20)} ${messageId(batch).slice(20)} 30 Stück`;
