import { randomUUID } from 'node:crypto';
import { writePain002 } from '@florin/bank-files';
import { endpoints, type Proposal } from '@florin/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { GivenLine } from '../../../../test/camt053.ts';
import {
  deskOf,
  euroWallet,
  expectReconciled,
  houseBalance,
  importLine,
  importTransfer,
  lineIdOf,
  makeBatch,
  openLiveBank,
  payBatch,
  queuedLine,
  type LiveBank,
} from '../../../../test/live-bank.ts';
import { approve, proposed, stateOf } from '../../../../test/second-operator.ts';
import type { TestMember } from '../../../../test/test-app.ts';
import { uploadFile } from '../../../../test/upload-file.ts';
import { writeApproved } from '../payouts/write-batch.ts';

const payerIban = 'NL91ABNA0417164300';

let bank: LiveBank;
let olu: TestMember;
let amara: TestMember;
let ines: TestMember;
beforeAll(async () => {
  bank = await openLiveBank();
  ({ olu, amara } = bank);
  ines = await bank.florin.signUp('Inês Müller');
});
afterEach(() => expectReconciled(bank));
afterAll(() => bank.close());

/** Imports a transfer without a reference, and returns the line's id. */
const unallocated = async (amount: string, more: Partial<GivenLine> = {}) =>
  lineIdOf(bank, await importLine(bank, amount, { payer: 'Piet de Vries', text: 'no reference', ...more }));
const giveBack = (line: string, { by = olu, key = randomUUID() } = {}) =>
  by.client.call(
    endpoints.returnLine,
    { params: { line }, body: { reason: 'The payer asked for it.' } },
    { idempotencyKey: key },
  );
const allocate = (line: string, by = olu) =>
  by.client.call(endpoints.allocateLine, { params: { line }, body: { email: ines.user.email, reason: 'He called.' } });
const keep = (line: string) => olu.client.call(endpoints.keepLine, { params: { line } });
const ready = async () => (await olu.client.call(endpoints.getPayoutDesk)).ready;

/** Pays unallocated money back by a batch that the bank has, and returns the payment's end-to-end id. */
async function givenBack(amount: string) {
  const line = await unallocated(amount);
  await giveBack(line);
  const [payment] = await payBatch(bank, await makeBatch(bank, [`l${line}`]));
  return { line, endToEnd: payment?.end_to_end_id ?? '' };
}

describe('unallocated money that goes back to its payer', () => {
  test('a return to the payer waits for a batch, is paid from the account of the line, and settles with the debit', async () => {
    const before = await houseBalance(bank, 'unallocated');
    const line = await unallocated('20.00');
    expect(await giveBack(line)).toEqual({ proposal: null });
    expect(await queuedLine(bank, line)).toMatchObject({ returning: 'ready' });
    expect((await ready()).find(({ id }) => id === `l${line}`)).toMatchObject({
      kind: 'return_to_payer',
      name: 'Piet de Vries',
      account: 'main-eur',
      method: payerIban,
      amount_exact: '20.00',
    });
    const batch = await makeBatch(bank, [`l${line}`]);
    expect(await queuedLine(bank, line)).toMatchObject({ returning: 'batched' });
    const [payment] = await payBatch(bank, batch);
    expect(payment).toMatchObject({
      amount: '-20.00',
      counterparty: 'Piet de Vries',
      counterparty_account: payerIban,
      remittance: expect.stringMatching(/^Return of your payment /),
    });
    expect(await queuedLine(bank, line)).toMatchObject({ returning: 'sent' });
    const clearing = await houseBalance(bank, 'bank-clearing');
    await importLine(bank, '-20.00', { endToEnd: payment?.end_to_end_id ?? '' });
    expect(await queuedLine(bank, line)).toBeUndefined();
    expect(await houseBalance(bank, 'unallocated')).toBe(before);
    expect(await houseBalance(bank, 'bank-clearing')).toBe(clearing);
    const { batches } = await olu.client.call(endpoints.getPayoutDesk);
    expect(batches.find(({ id }) => id === batch.id)).toMatchObject({ settled: 1, returned: 0 });
  });

  test('a return above 1,000 dollars needs two operators, and its batch needs two more', async () => {
    const line = await unallocated('2000.00');
    const proposal = proposed(await giveBack(line));
    expect(proposal).toMatchObject({ kind: 'return_line', amount_exact: '2000.00', asset: 'EUR' });
    await expect(giveBack(line, { by: amara })).rejects.toMatchObject({ body: { code: 'proposal_open' } });
    await expect(approve(olu, proposal.id)).rejects.toMatchObject({ body: { code: 'second_operator_required' } });
    expect((await ready()).map(({ id }) => id)).not.toContain(`l${line}`);
    await Promise.allSettled([approve(amara, proposal.id), approve(amara, proposal.id)]);
    expect((await ready()).map(({ id }) => id)).toContain(`l${line}`);
    const batch = await makeBatch(bank, [`l${line}`]);
    await expect(olu.client.call(endpoints.approveBatch, { params: { id: batch.id } })).rejects.toMatchObject({
      body: { code: 'second_operator_required' },
    });
  });

  test('a return to the payer is not paid from another account', async () => {
    const line = await unallocated('5.00');
    await giveBack(line);
    const body = { account: 'second-eur', scheme: 'sepa' as const, payouts: [`l${line}`] };
    await expect(olu.client.call(endpoints.makeBatch, { body })).rejects.toMatchObject({
      body: { code: 'batch_not_possible', detail: expect.stringContaining('Pay Piet de Vries from main-eur') },
    });
  });

  test.each([
    ['without the payer’s account', { payer: 'Piet de Vries', payerAccount: '' }, 'does not have the payer’s account'],
    ['with a wrong account', { payerAccount: 'NL91ABNA0417164301' }, 'NL91ABNA0417164301'],
    ['without the payer’s name', { payer: '' }, 'does not name the payer'],
  ])('a return to the payer is refused for a line %s, with the reason on the desk', async (_, more, problem) => {
    const line = await unallocated('5.01', more);
    await expect(giveBack(line)).rejects.toMatchObject({
      body: { code: 'line_not_returnable', detail: expect.stringContaining(problem) },
    });
    expect((await queuedLine(bank, line))?.not_returnable).toContain(problem);
  });

  test('a return to the payer is refused for outgoing money, an unknown line, and an allocated line', async () => {
    const out = await lineIdOf(bank, await importLine(bank, '-3.00'), -1);
    await expect(giveBack(out)).rejects.toMatchObject({ body: { code: 'line_not_returnable' } });
    await expect(giveBack('123456789')).rejects.toMatchObject({ body: { code: 'line_not_found' } });
    const line = await unallocated('6.00');
    await allocate(line);
    await expect(giveBack(line)).rejects.toMatchObject({ body: { code: 'line_not_unallocated' } });
    await expect(keep(line)).rejects.toMatchObject({ body: { code: 'line_not_returnable' } });
  });

  test('a return to the payer can be canceled while it is in no batch', async () => {
    const line = await unallocated('7.00');
    await giveBack(line);
    const batch = await makeBatch(bank, [`l${line}`]);
    await expect(keep(line)).rejects.toMatchObject({ body: { code: 'line_not_returnable' } });
    await amara.client.call(endpoints.refuseBatch, { params: { id: batch.id }, body: { reason: 'Too early.' } });
    await keep(line);
    await keep(line);
    expect(await queuedLine(bank, line)).toMatchObject({ returning: null, reason: 'no_reference' });
    const wallet = await euroWallet(ines);
    await allocate(line);
    expect(Number((await euroWallet(ines))[0])).toBeCloseTo(Number(wallet[0]) + 7);
  });

  test('a return that the bank rejects leaves the money unallocated, and can be repeated', async () => {
    const { line, endToEnd } = await givenBack('8.00');
    const about = { id: randomUUID().slice(0, 8), created: '2026-11-21T06:00:00Z', originalId: 'x' };
    const transactions = [{ id: endToEnd, status: 'RJCT', reason_code: 'AC01' }] as const;
    const payments = [{ id: 'x', status: null, transactions }];
    const bytes = Buffer.from([...writePain002({ ...about, group: { status: 'PART' }, payments })].join(''));
    await uploadFile(bank.florin, olu, endpoints.uploadBankFile, { name: 'status.xml', bytes });
    expect(await queuedLine(bank, line)).toMatchObject({ returning: null, reason: 'came_back' });
    await giveBack(line);
    const [again] = await payBatch(bank, await makeBatch(bank, [`l${line}`]));
    await importLine(bank, '-8.00', { endToEnd: again?.end_to_end_id ?? '' });
    expect(await queuedLine(bank, line)).toBeUndefined();
  });

  test.each(['before', 'after'])(
    'a return that comes back %s its debit leaves the money unallocated once',
    async (order) => {
      const [owed, clearing] = [await houseBalance(bank, 'unallocated'), await houseBalance(bank, 'bank-clearing')];
      const { line, endToEnd } = await givenBack('9.00');
      const debit = () => importLine(bank, '-9.00', { endToEnd });
      if (order === 'after') await debit();
      await importLine(bank, '9.00', { endToEnd, returned: 'AC04' });
      if (order === 'before') await debit();
      expect(await queuedLine(bank, line)).toMatchObject({ returning: null, reason: 'came_back' });
      expect(await houseBalance(bank, 'unallocated')).toBe(owed + 9_00);
      expect(await houseBalance(bank, 'bank-clearing')).toBe(clearing);
    },
  );
});

describe('at the same moment', () => {
  test('several operators who return and assign money at the same moment do so once', async () => {
    for (let round = 0; round < 6; round++) {
      const [line, wallet] = [await unallocated('10.00'), Number((await euroWallet(ines))[0])];
      const calls = [giveBack(line), allocate(line, amara), giveBack(line, { by: amara }), allocate(line)];
      await Promise.allSettled(calls);
      const isAssigned = Number((await euroWallet(ines))[0]) > wallet;
      const isReturned = (await ready()).some(({ id }) => id === `l${line}`);
      expect([isAssigned, isReturned].filter(Boolean)).toHaveLength(1);
    }
  });

  test('a proposed return of money that was assigned ends without an effect', async () => {
    const line = await unallocated('3000.00');
    const back: Proposal = proposed(await giveBack(line));
    await expect(allocate(line, amara)).rejects.toMatchObject({ body: { code: 'proposal_open' } });
    await bank.florin.database.pool.query(`update bank_lines set match = 'deposit', user_id = $2 where id = $1`, [
      line,
      ines.user.id,
    ]);
    await expect(approve(amara, back.id)).rejects.toMatchObject({ body: { code: 'line_not_unallocated' } });
    expect(await stateOf(bank.florin, back.id)).toBe('expired');
    await bank.florin.database.pool.query(`update bank_lines set match = 'unallocated' where id = $1`, [line]);
  });

  test('a return either stays out of batches or is in exactly one batch', async () => {
    for (let round = 0; round < 6; round++) {
      const line = await unallocated('11.00');
      await giveBack(line);
      const results = await Promise.allSettled([
        keep(line),
        makeBatch(bank, [`l${line}`]),
        makeBatch(bank, [`l${line}`]),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });

  test('a batch with a return is written by another node if the first node stops after the approval', async () => {
    const line = await unallocated('12.00');
    await giveBack(line);
    const { id } = await makeBatch(bank, [`l${line}`]);
    await bank.florin.database.pool.query(
      `update payment_batches set state = 'approved', decided_by = $2, decided_at = now() - interval '1 minute'
       where id = $1`,
      [id, amara.user.id],
    );
    const { dependencies } = bank.florin.app;
    await Promise.all([writeApproved(dependencies), writeApproved(dependencies)]);
    const { batches } = await olu.client.call(endpoints.getPayoutDesk);
    expect(batches.find((batch) => batch.id === id)).toMatchObject({ state: 'written', count: 1 });
  });
});

test('THIRD_PARTY_DEPOSITS=return prepares returns, and their batch still needs two people', async () => {
  const other = await openLiveBank({ THIRD_PARTY_DEPOSITS: 'return' });
  try {
    const member = await other.florin.signUp('Inês Müller');
    const line = await lineIdOf(other, await importTransfer(other, member, '20.00', { payer: 'Petra Example' }));
    expect(await queuedLine(other, line)).toMatchObject({ returning: 'ready', reason: 'return_to_payer' });
    const without = { payer: 'Petra Example', payerAccount: '' };
    const stays = await lineIdOf(other, await importTransfer(other, member, '21.00', without));
    expect(await queuedLine(other, stays)).toMatchObject({ returning: null, reason: 'return_to_payer' });
    const batch = await makeBatch(other, [`l${line}`]);
    await expect(other.olu.client.call(endpoints.approveBatch, { params: { id: batch.id } })).rejects.toMatchObject({
      body: { code: 'second_operator_required' },
    });
    const [payment] = await payBatch(other, batch);
    await importLine(other, '-20.00', { endToEnd: payment?.end_to_end_id ?? '' });
    expect((await deskOf(other)).unallocated.map(({ id }) => id)).toEqual([stays]);
    await expectReconciled(other);
  } finally {
    await other.close();
  }
});
