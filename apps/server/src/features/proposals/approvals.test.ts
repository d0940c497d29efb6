import { endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../../test/kyc.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import {
  announceDeposit,
  approve,
  bankLooks,
  giveBack,
  openProposals,
  proposed,
  settle,
  stateOf,
} from '../../../test/second-operator.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { expireProposals } from './expire-proposals.ts';

let florin: TestApp;
let olu: TestMember;
let amara: TestMember;
let tomas: TestMember;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
});
beforeEach(async () => {
  olu = await operator(florin);
  amara = await operator(florin, 'Amara Nwosu');
  tomas = await operator(florin, 'Tomás Rivera');
  ines = await florin.signUp('Ines Almeida');
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const announced = (amount = '2500.44', member = ines) => announceDeposit(member, amount);
const proposedBy = async (by: TestMember, id: string) => proposed(await settle(by, id)).id;
const dollars = async (member = ines) => (await member.client.call(endpoints.me)).balances.usd_exact;

describe('an approval', () => {
  test('an approval of a deposit that the bank has already settled does nothing and ends the proposal', async () => {
    const order = await announced('70.00');
    const id = await proposedBy(olu, order);
    await bankLooks(florin);
    const before = await dollars();
    expect(before).toBe('70.00');
    await expect(approve(amara, id)).rejects.toMatchObject(refusedWith('order_not_pending'));
    expect([await stateOf(florin, id), await dollars()]).toEqual(['expired', '70.00']);
  });

  // Rules: identity-9
  test('an approval that races with the bank credits the money once', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await proposedBy(olu, await announced('20.00'));
      const before = Number(await dollars());
      await Promise.allSettled([approve(amara, id), bankLooks(florin)]);
      expect(Number(await dollars()) - before).toBeCloseTo(20, 2);
      expect(['approved', 'expired']).toContain(await stateOf(florin, id));
    }
  });

  test('an approval of a deposit that another operator has already returned does nothing', async () => {
    const order = await announced('90.44');
    const id = await proposedBy(olu, order);
    await giveBack(tomas, order);
    await expect(approve(amara, id)).rejects.toMatchObject(refusedWith('order_not_pending'));
    expect([await stateOf(florin, id), await dollars()]).toEqual(['expired', '0.00']);
  });

  // Rules: identity-9
  test('an interrupted approval takes effect completely or not at all', async () => {
    const order = await announced();
    const id = await proposedBy(olu, order);
    await florin.database.ownerPool.query(`
      create function refuse_act() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$;
      create trigger cut_off before insert on operator_acts for each row execute function refuse_act()`);
    await expect(approve(amara, id)).rejects.toMatchObject({ status: 500 });
    await florin.database.ownerPool.query('drop trigger cut_off on operator_acts; drop function refuse_act()');
    expect([await stateOf(florin, id), await dollars()]).toEqual(['proposed', '0.00']);
    await approve(amara, id);
    expect([await stateOf(florin, id), await dollars()]).toEqual(['approved', '2500.44']);
  });

  test('an approval after seven days is rejected, and the audit trail records the expiry', async () => {
    const order = await announced();
    const id = await proposedBy(olu, order);
    await florin.database.ownerPool.query('update operator_proposals set expires_at = now() where id = $1', [id]);
    await expect(approve(amara, id)).rejects.toMatchObject(refusedWith('proposal_not_open'));
    expect(await openProposals(amara)).not.toContain(id);
    await expireProposals(florin.database.pool);
    expect(await stateOf(florin, id)).toBe('expired');
    const [line] = await olu.client.call(endpoints.listOperatorActs, { query: {} });
    expect(line).toMatchObject({ who: 'system', did: 'Expired after seven days: proposed to settle deposit' });
    await approve(amara, await proposedBy(olu, order));
    expect(await dollars()).toBe('2500.44');
  });
});
