import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { GivenLine } from '../../../../test/camt053.ts';
import {
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
import { refusedWith } from '../../../../test/refused-with.ts';
import { startSecondNode } from '../../../../test/second-node.ts';
import { actsOn, approve, stateOf } from '../../../../test/second-operator.ts';
import type { TestMember } from '../../../../test/test-app.ts';
import { setRole } from '../../identity/operators/change-user.ts';

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

const taken = refusedWith('line_not_unallocated');

/** Imports a line without a reference, and returns its id. */
const unallocated = async (amount: string, more: Partial<GivenLine> = {}) =>
  lineIdOf(
    bank,
    await importLine(bank, amount, { payer: 'Florin Holding Ltd', text: 'capital', ...more }),
    amount.startsWith('-') ? -1 : 1,
  );
const propose = async (line: string, { by = olu, key = randomUUID() } = {}) =>
  (
    await by.client.call(
      endpoints.bookOwnFunds,
      { params: { line }, body: { reason: 'The owners paid it in.' } },
      { idempotencyKey: key },
    )
  ).proposal;
const allocate = (line: string, { by = olu, to = ines } = {}) =>
  by.client.call(endpoints.allocateLine, { params: { line }, body: { email: to.user.email, reason: 'He called.' } });
const giveBack = (line: string) =>
  olu.client.call(endpoints.returnLine, { params: { line }, body: { reason: 'He asked for it.' } });
const keep = (line: string) => olu.client.call(endpoints.keepLine, { params: { line } });
const recall = (line: string) =>
  olu.client.call(endpoints.recallDeposit, { params: { line }, body: { reason: 'A mistake.' } });
const balances = async () => [await houseBalance(bank, 'unallocated'), await houseBalance(bank, 'own-funds')] as const;
/** Expects this many cents to have moved from unallocated to own funds since then. */
const expectMoved = async ([unallocatedBefore, ownBefore]: readonly [number, number], cents: number) =>
  expect(await balances()).toEqual([unallocatedBefore - cents, ownBefore + cents]);

describe('an unallocated line that is the institution’s own money', () => {
  test('a line of own funds of any amount needs a second operator and is then booked', async () => {
    const line = await unallocated('1.50');
    const before = await balances();
    const proposal = await propose(line);
    expect(proposal).toMatchObject({ kind: 'book_own_funds', amount_exact: '1.50', asset: 'EUR', user_id: null });
    expect(await queuedLine(bank, line)).toMatchObject({ proposal: { kind: 'book_own_funds', yours: true } });
    await expectMoved(before, 0);
    await expect(approve(olu, proposal.id)).rejects.toMatchObject(refusedWith('second_operator_required'));
    await expect(propose(line, { by: amara })).rejects.toMatchObject(refusedWith('proposal_open'));
    expect(await approve(amara, proposal.id)).toMatchObject({ state: 'approved' });
    await expectMoved(before, 150);
    expect(await queuedLine(bank, line)).toBeUndefined();
    expect(await actsOn(olu, `line ${line}`)).toEqual([
      [amara.user.email, 'Approved and booked own funds'],
      [olu.user.email, 'Proposed to book own funds'],
    ]);
  });

  test('a line of own funds can be outgoing, with the opposite sign', async () => {
    const line = await unallocated('-7.25');
    const before = await balances();
    const { id } = await propose(line);
    expect(await approve(amara, id)).toMatchObject({ amount_exact: '-7.25' });
    await expectMoved(before, -725);
  });

  test('a line of own funds is booked once by approvals of two operators on two nodes at the same moment', async () => {
    const [tomas, other] = [await bank.florin.signUp('Tomás'), await startSecondNode(bank.florin)];
    await setRole(bank.florin.database.pool, tomas.user.id, 'operator', { operator: 'command line' });
    try {
      const line = await unallocated('3.00');
      const before = await balances();
      const { id } = await propose(line);
      const there = { ...tomas, client: other.clientOf(tomas) };
      const ended = await Promise.allSettled([
        approve(amara, id),
        approve(there, id),
        approve(amara, id),
        approve(there, id),
      ]);
      expect(ended.some(({ status }) => status === 'fulfilled')).toBe(true);
      await expectMoved(before, 300);
      await expect(propose(line)).rejects.toMatchObject(taken);
    } finally {
      await other.close();
    }
  });

  test('a line is either own funds or a member’s if operators book both at the same moment', async () => {
    for (let round = 0; round < 6; round++) {
      const line = await unallocated('4.00');
      const [before, [wallet]] = [await balances(), await euroWallet(ines)];
      const { id } = await propose(line);
      const [own, credited] = await Promise.allSettled([approve(amara, id), allocate(line)]);
      expect([own.status, credited.status].toSorted()).toEqual(['fulfilled', 'rejected']);
      const [unallocatedNow, ownNow] = await balances();
      expect(unallocatedNow).toBe(before[0] - 400);
      expect(ownNow).toBe(before[1] + (own.status === 'fulfilled' ? 400 : 0));
      const gained = Number((await euroWallet(ines))[0]) - Number(wallet);
      expect(gained).toBeCloseTo(own.status === 'fulfilled' ? 0 : 4);
    }
  });

  test('a line of own funds with the same key is proposed once', async () => {
    const [line, key] = [await unallocated('5.00'), randomUUID()];
    const proposals = await Promise.all([propose(line, { key }), propose(line, { key }), propose(line, { key })]);
    expect(new Set(proposals.map(({ id }) => id)).size).toBe(1);
    await approve(amara, proposals[0].id);
    expect(await propose(line, { key })).toMatchObject({ id: proposals[0].id, state: 'approved' });
  });

  test('a line of own funds cannot be credited or returned any more', async () => {
    const line = await unallocated('6.00');
    await approve(amara, (await propose(line)).id);
    await expect(allocate(line)).rejects.toMatchObject(taken);
    await expect(giveBack(line)).rejects.toMatchObject(taken);
    await expect(recall(line)).rejects.toMatchObject(refusedWith('line_not_recallable'));
    const debit = await unallocated('-6.00');
    const connect = olu.client.call(endpoints.connectLine, {
      params: { line: debit },
      body: { deposit: line, reason: 'A mistake.' },
    });
    await expect(connect).rejects.toMatchObject(taken);
  });

  test('a line of own funds that names a member is not decided by that member, as first or second operator', async () => {
    const line = await lineIdOf(bank, await importTransfer(bank, amara, '8.00', { payer: 'Florin Holding Ltd' }));
    await expect(propose(line, { by: amara })).rejects.toMatchObject(refusedWith('second_operator_required'));
    const { id } = await propose(line);
    await expect(approve(amara, id)).rejects.toMatchObject(refusedWith('second_operator_required'));
  });
});

describe('own funds are refused for a line that', () => {
  test('own funds are refused for a line that was credited, is on its way back, or was paid back', async () => {
    const credited = await lineIdOf(bank, await importTransfer(bank, ines, '9.00'));
    await expect(propose(credited)).rejects.toMatchObject(taken);
    const line = await unallocated('9.01', { payer: 'Piet de Vries' });
    await giveBack(line);
    await expect(propose(line)).rejects.toMatchObject(taken);
    const [payment] = await payBatch(bank, await makeBatch(bank, [`l${line}`]));
    await expect(propose(line)).rejects.toMatchObject(taken);
    await importLine(bank, '-9.01', { endToEnd: payment?.end_to_end_id ?? '' });
    await expect(propose(line)).rejects.toMatchObject(taken);
  });

  test('own funds are refused for a line that was explained, is a bank charge, or does not exist', async () => {
    const batch = randomUUID().slice(0, 8);
    const whole = await unallocated('20.00', { id: batch });
    await bank.florin.database.ownerPool.query(`update bank_lines set match = 'explained' where id = $1`, [whole]);
    await expect(propose(whole)).rejects.toMatchObject(taken);
    await bank.florin.database.ownerPool.query(`update bank_lines set match = 'unallocated' where id = $1`, [whole]);
    await expect(propose(await unallocated('-0.70', { code: 'CHRG' }))).rejects.toMatchObject(taken);
    await expect(propose('123456789')).rejects.toMatchObject(refusedWith('line_not_found'));
  });

  test('own funds are refused for a line that names a payment batch', async () => {
    const batch = await makeBatch(bank, [`l${await returnedLine()}`]);
    await payBatch(bank, batch);
    const line = await unallocated('-1.00', { batchId: batch.id.replaceAll('-', '') });
    expect(await queuedLine(bank, line)).toMatchObject({ reason: 'batch_amount' });
    await expect(propose(line)).rejects.toMatchObject(
      refusedWith('line_not_unallocated', { detail: expect.stringContaining('payment batch') }),
    );
  });

  test('own funds are refused for a line that was returned, or credited and taken back, after the proposal', async () => {
    const [back, credited] = [await unallocated('11.00', { payer: 'Piet de Vries' }), await unallocated('12.00')];
    const [ofBack, ofCredited] = [await propose(back), await propose(credited)];
    const before = await houseBalance(bank, 'own-funds');
    await giveBack(back);
    await expect(approve(amara, ofBack.id)).rejects.toMatchObject(taken);
    expect(await stateOf(bank.florin, ofBack.id)).toBe('expired');
    await allocate(credited);
    await recall(credited);
    await expect(approve(amara, ofCredited.id)).rejects.toMatchObject(taken);
    expect(await houseBalance(bank, 'own-funds')).toBe(before);
    await keep(back);
    for (const line of [back, credited]) await approve(amara, (await propose(line)).id);
    expect(await houseBalance(bank, 'own-funds')).toBe(before + 23_00);
  });
});

/** Unallocated money that goes back to its payer, and is in no batch. */
async function returnedLine(): Promise<string> {
  const line = await unallocated('2.00', { payer: 'Piet de Vries' });
  await giveBack(line);
  return line;
}

test('own funds are hidden from members', async () => {
  await expect(propose(await unallocated('13.00'), { by: ines })).rejects.toMatchObject({ status: 404 });
});
