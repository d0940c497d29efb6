import { writePain002 } from '@florin/bank-files';
import { endpoints, type PaymentBatch } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nachaReturns, payoutsIn } from '../../../../test/corrected-account.ts';
import { checkKyc, submitKyc } from '../../../../test/kyc.ts';
import { nacha, openPayoutRoom, type PayoutRoom } from '../../../../test/payout-room.ts';
import { nachaReference } from './payout-ids.ts';

let room: PayoutRoom;
beforeAll(async () => {
  room = await openPayoutRoom('USD');
});
afterAll(() => room.close());

/** Returns the payout of a batch with one withdrawal, in the form of a return by the bank. */
function written(batch: PaymentBatch) {
  const [payout] = payoutsIn(room.contentOf(batch));
  if (!payout) throw new Error('the file has no payout');
  return payout;
}
const giveBack = (batch: PaymentBatch, reason: string, changes: Partial<ReturnType<typeof written>> = {}) =>
  room.upload('returns.ach', nachaReturns({ returns: [{ ...written(batch), reason, ...changes }] }));

/** A statement in the format of American banks, with one transaction. */
const bai2 = (record: string, cents: number) =>
  [
    '01,BANK,FLORIN,261120,0600,1,,,2/',
    '02,FLORIN,BANK,1,261120,,USD,2/',
    '03,123456789,USD,,,,/',
    record,
    `49,${cents},3/`,
    `98,${cents},1,5/`,
    `99,${cents},1,7/`,
  ].join('\n');

describe('a batch by NACHA', () => {
  test('a NACHA file of a batch leads back to its payouts', async () => {
    const payouts = [await room.withdrawal('40.00'), await room.withdrawal('50.00')];
    const batch = await room.approve(await room.make(payouts));
    expect(batch).toMatchObject({ scheme: 'nacha', count: 2, file_name: `batch-${batch.number}-main-usd.ach` });
    const records = room.contentOf(batch).toString().split('\r\n');
    expect(records).toHaveLength(11);
    expect(records[0]).toMatch(/^101 0210000211234567890\d{10}[A-Z0-9]094101EXAMPLE BANK {11}FLORIN EXAMPLE LTD {13}$/);
    expect(records[1]?.slice(0, 63)).toBe(
      `5220FLORIN EXAMPLE  ${nachaReference('B', batch.id).padEnd(20)}1234567890PPDPAYOUT    `,
    );
    expect(room.linesIn(batch).map((one) => [one.amount, one.counterparty, one.counterparty_account])).toEqual([
      ['40.00', 'INES MULLER', '987001'],
      ['50.00', 'INES MULLER', '987001'],
    ]);
    const traces = room.linesIn(batch).map((one) => Number(one.bank_reference));
    expect(traces[1]).toBeGreaterThan(traces[0] ?? 0);
    await room.line('-90.00', { text: `ACH SETTLEMENT ${nachaReference('B', batch.id)}` });
    expect(await Promise.all(payouts.map(room.status))).toEqual(['completed', 'completed']);
  });

  test('a NACHA batch is settled by a BAI2 statement that has its reference in the text', async () => {
    const paid = await room.paidOut('40.00', '50.00');
    const text = `ORIG CO NAME:FLORIN EXAMPLE CO ENTRY DESCR:PAYOUT SEC:PPD ${nachaReference('B', paid.batch.id)}`;
    await room.upload('statement.bai', bai2(`16,455,9000,Z,BAI-${paid.batch.number},,${text}`, 9000));
    expect(await Promise.all(paid.payouts.map(room.status))).toEqual(['completed', 'completed']);
  });

  test('a NACHA batch gives each payout a new trace number', async () => {
    const first = await room.paidOut('10.00');
    const second = await room.paidOut('10.00');
    expect(written(first.batch).trace).not.toBe(written(second.batch).trace);
    for (const { batch } of [first, second]) await room.line('-10.00', { text: nachaReference('B', batch.id) });
  });
});

describe('a NACHA file with returns', () => {
  test('a NACHA file with returns returns a payout with the reason, before and after the statement', async () => {
    for (const isSettled of [false, true]) {
      const clearing = await room.house('bank-clearing');
      const { batch, payouts } = await room.paidOut('40.00');
      const [payout] = payouts;
      if (!payout) throw new Error('no payout');
      const debit = () => room.line('-40.00', { text: nachaReference('B', batch.id) });
      if (isSettled) await debit();
      await giveBack(batch, 'R03');
      if (!isSettled) await debit();
      expect(await room.wallet(payout)).toEqual(['100.00', '0.00']);
      const [newest] = await payout.member.client.call(endpoints.listTransactions, { query: {} });
      expect(newest?.reason).toBe(
        'Your bank returned this withdrawal: The account does not exist or does not belong to this person.',
      );
      expect([await room.house('bank-clearing'), await room.house('unallocated')]).toEqual([clearing, -40_00]);
      await room.line('40.00', { text: `RETURN R03 ${written(batch).id}`, returned: 'R03' });
      expect([await room.house('bank-clearing'), await room.house('unallocated')]).toEqual([clearing, 0]);
      expect(await room.wallet(payout)).toEqual(['100.00', '0.00']);
    }
  });

  test('a payout is returned once by a BAI2 line and a NACHA file', async () => {
    const { batch, payouts } = await room.paidOut('40.00');
    await room.line('-40.00', { text: nachaReference('B', batch.id) });
    const text = `RETURN ITEM IND ID:${written(batch).id} IND NAME:INES MULLER REASON R03`;
    await room.upload('statement.bai', bai2(`16,257,4000,Z,RET-${batch.number},,${text}`, 4000));
    await giveBack(batch, 'R03');
    expect(await Promise.all(payouts.map(room.wallet))).toEqual([['100.00', '0.00']]);
  });

  test('a pain.002 file with the individual id of a NACHA payout returns the payout too', async () => {
    const { batch, payouts } = await room.paidOut('40.00');
    const { id } = written(batch);
    const payments = [{ id: 'X', status: null, transactions: [{ id, status: 'RJCT', reason_code: 'AC03' }] }];
    const about = { id: `S${batch.number}`, created: '2026-11-21T06:00:00Z', originalId: 'X', group: { status: null } };
    await room.upload('status.xml', [...writePain002({ ...about, payments })].join(''));
    expect(await Promise.all(payouts.map(room.status))).toEqual(['returned']);
  });

  test('a NACHA file with returns finds the payout by its trace number if the individual id is missing', async () => {
    const { batch, payouts } = await room.paidOut('40.00');
    await giveBack(batch, 'R02', { id: 'UNKNOWN' });
    expect(await Promise.all(payouts.map(room.status))).toEqual(['returned']);
  });

  test.each([
    ['another amount', 'R03', { amount: '39.00' }, 'is not over the amount of its payout'],
    ['an unknown payout', 'R03', { id: 'UNKNOWN', trace: '021000029999999' }, 'belongs to no payout'],
    ['a disputed return', 'R69', {}, 'disputes an earlier return'],
  ])('a NACHA file of returns with %s changes nothing and shows a warning', async (_, reason, changes, words) => {
    const { batch, payouts } = await room.paidOut('40.00');
    expect(await giveBack(batch, reason, changes)).toMatchObject({ warnings: [expect.stringContaining(words)] });
    expect(await Promise.all(payouts.map(room.status))).toEqual(['pending']);
  });

  test('a NACHA file with only payments is refused', async () => {
    const { batch } = await room.paidOut('40.00');
    await expect(room.upload('batch.ach', room.contentOf(batch))).rejects.toMatchObject({
      body: { code: 'bank_file_refused', detail: expect.stringContaining('no returns') },
    });
  });
});

test('shows a notification of change at the desk, once', async () => {
  const { batch, payouts } = await room.paidOut('40.00');
  const change = { ...written(batch), code: 'C01', corrected: '55501234' };
  await room.upload('changes.ach', nachaReturns({ returns: [], changes: [change] }));
  const again = nachaReturns({ returns: [], changes: [change, { ...change, code: 'C02' }] });
  expect(await room.upload('again.ach', again)).toMatchObject({ lines: 0, reported: 2, changes: 1 });
  const { changes } = await room.desk();
  expect(changes).toMatchObject([
    { code: 'C01', text: 'The account number is wrong.', hint: '•••• 1234', method: 'Bank account •••• 7001' },
    { code: 'C02', text: 'The routing number is wrong.' },
  ]);
  const done = (id: string) => room.olu.client.call(endpoints.finishAccountChange, { params: { id } });
  for (const { id } of [...changes, ...changes]) await done(id);
  expect((await room.desk()).changes).toEqual([]);
  await expect(done(batch.id)).rejects.toMatchObject({ body: { code: 'account_change_not_found' } });
  await expect(done('1')).rejects.toMatchObject({ body: { code: 'account_change_not_found' } });
  expect(await Promise.all(payouts.map(room.status))).toEqual(['pending']);
});

describe('a cross-border batch in dollars', () => {
  test('a cross-border batch in dollars has the verified address of the receiver', async () => {
    const withdrawn = await room.withdrawal('10.00');
    await expect(room.make([withdrawn], 'usd-cross-border')).rejects.toMatchObject({
      body: { code: 'batch_not_possible', detail: expect.stringContaining('needs a verified address') },
    });
    await submitKyc(room.florin, withdrawn.member);
    await checkKyc(room.florin);
    const batch = await room.approve(await room.make([withdrawn], 'usd-cross-border'));
    const text = room.contentOf(batch).toString().replace(/>\s+</g, '><');
    expect(text).toContain('<ClrSysId><Cd>USABA</Cd></ClrSysId><MmbId>121042882</MmbId>');
    expect(text).toContain('<TwnNm>Nether Wallop</TwnNm><Ctry>PT</Ctry>');
  });
});

test('an account without NACHA settings names the missing settings', async () => {
  const bare = await openPayoutRoom('USD', { nacha: undefined });
  const sentence = 'To pay by NACHA, add nacha to main-usd in the file of FLORIN_CONFIG.';
  expect((await bare.desk()).accounts).toEqual([
    { id: 'main-usd', currency: 'USD', schemes: ['usd-cross-border'], missing: sentence },
  ]);
  await expect(bare.make([await bare.withdrawal('10.00')])).rejects.toMatchObject({
    body: { code: 'batch_not_possible', detail: sentence },
  });
  await bare.close();
});

test('a balanced file debits the account of the company', async () => {
  const balanced = await openPayoutRoom('USD', { nacha: { ...nacha, balanced: true } });
  const { batch } = await balanced.paidOut('10.00', '20.00');
  expect(balanced.linesIn(batch).map(({ amount, code }) => [amount, code])).toEqual([
    ['10.00', 'PPD-22'],
    ['20.00', 'PPD-22'],
    ['-30.00', 'PPD-27'],
  ]);
  await balanced.close();
});
