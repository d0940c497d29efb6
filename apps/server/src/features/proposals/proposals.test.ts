import { randomUUID } from 'node:crypto';
import { endpoints, type Endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../../test/kyc.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import {
  actsOn,
  announceDeposit,
  approve,
  bankLooks,
  bankOf,
  giveBack,
  openProposals,
  proposed,
  settle,
  stateOf,
} from '../../../test/second-operator.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { freezeUser, setRole, unfreezeUser } from '../identity/operators/change-user.ts';

const byCommandLine = { operator: 'command line' } as const;
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
const reject = ({ client }: TestMember, id: string) =>
  client.call(endpoints.rejectProposal, { params: { id }, body: { reason: 'It is not on the statement.' } });
const withdraw = ({ client }: TestMember, id: string) => client.call(endpoints.withdrawProposal, { params: { id } });
const dollars = async (member = ines) => (await member.client.call(endpoints.me)).balances.usd_exact;
const outcomes = (ended: readonly PromiseSettledResult<unknown>[]) =>
  ended.map((one) =>
    one.status === 'fulfilled'
      ? 'done'
      : ((one.reason as { body?: { code?: string } }).body?.code ?? String(one.reason)),
  );

describe('a manually settled deposit', () => {
  // Rules: identity-9
  test('a manually settled deposit arrives after a second operator’s approval, and the audit trail has both operators', async () => {
    const order = await announced();
    const proposal = proposed(await settle(olu, order));
    expect(proposal).toMatchObject({
      kind: 'settle_deposit',
      order_id: order,
      name: 'Ines Almeida',
      asset: 'USD',
      amount_exact: '2500.44',
      worth_exact: '2500.44',
      reason: 'It is on the statement.',
      proposed_by: olu.user.email,
      state: 'proposed',
      yours: true,
    });
    expect(await dollars()).toBe('0.00');
    const listed = (await amara.client.call(endpoints.listBankOrders)).find(({ id }) => id === order);
    expect(listed?.proposal).toEqual({ id: proposal.id, kind: 'settle_deposit', yours: false });
    expect(await openProposals(amara)).toContain(proposal.id);
    expect(await approve(amara, proposal.id)).toMatchObject({
      state: 'approved',
      decided_by: amara.user.email,
      decision_reason: 'Seen on the bank’s statement.',
    });
    expect(await dollars()).toBe('2500.44');
    expect(await openProposals(amara)).not.toContain(proposal.id);
    expect(await actsOn(olu, order)).toEqual([
      [amara.user.email, 'Approved and settled deposit'],
      [olu.user.email, 'Proposed to settle deposit'],
    ]);
  });

  test('a rejected deposit does not arrive and can be proposed again', async () => {
    const order = await announced();
    const id = await proposedBy(olu, order);
    expect(await reject(amara, id)).toMatchObject({
      state: 'rejected',
      decision_reason: 'It is not on the statement.',
    });
    await expect(approve(tomas, id)).rejects.toMatchObject(refusedWith('proposal_not_open'));
    expect(await dollars()).toBe('0.00');
    expect((await actsOn(olu, order))[0]).toEqual([amara.user.email, 'Rejected: proposed to settle deposit']);
    await approve(amara, await proposedBy(olu, order));
    expect(await dollars()).toBe('2500.44');
  });

  test('only the proposer can withdraw a proposal', async () => {
    const id = await proposedBy(olu, await announced());
    await expect(withdraw(amara, id)).rejects.toMatchObject(refusedWith('proposal_not_found'));
    expect(await withdraw(olu, id)).toMatchObject({ state: 'withdrawn' });
    await expect(approve(amara, id)).rejects.toMatchObject(refusedWith('proposal_not_open'));
    expect(await dollars()).toBe('0.00');
  });

  test('rejects a duplicate proposal, a proposal without a reason, and a proposal for the operator’s own money', async () => {
    const order = await announced();
    await proposedBy(olu, order);
    for (const by of [olu, amara]) await expect(settle(by, order)).rejects.toMatchObject(refusedWith('proposal_open'));
    const other = await announced();
    const without = amara.client.call(endpoints.settleBankOrder, { params: { id: other }, body: {} });
    await expect(without).rejects.toMatchObject(
      refusedWith('invalid_request', { fields: { reason: expect.any(String) } }),
    );
    const own = await announced('1200.44', olu);
    await expect(settle(olu, own)).rejects.toMatchObject(refusedWith('order_not_found'));
    const id = await proposedBy(amara, own);
    await expect(approve(olu, id)).rejects.toMatchObject(refusedWith('second_operator_required'));
    await expect(reject(olu, id)).rejects.toMatchObject(refusedWith('second_operator_required'));
    expect(await dollars(olu)).toBe('0.00');
  });
});

describe('manually returned money', () => {
  const paidOut = async (amount: string) => {
    await florin.database.ownerPool.query('update users set kyc_level = 2 where id = $1', [ines.user.id]);
    const method = await bankOf(ines);
    await approve(amara, await proposedBy(olu, await announced('3000.44')));
    const body = { amount, payment_method_id: method };
    return (await ines.client.call(endpoints.withdraw, { body })).id;
  };

  // Rules: identity-9
  test('returning more than 1,000 dollars needs a second operator, and returning 1,000 dollars does not', async () => {
    const small = await paidOut('1000.00');
    expect(await giveBack(olu, small)).toEqual({ proposal: null });
    expect(await dollars()).toBe('3000.44');
    const body = { amount: '1000.01', payment_method_id: await bankOf(ines) };
    const { id: large } = await ines.client.call(endpoints.withdraw, { body });
    const { id, state } = proposed(await giveBack(olu, large));
    expect(state).toBe('proposed');
    expect(await dollars()).toBe('2000.43');
    await approve(amara, id);
    expect(await dollars()).toBe('3000.44');
    const line = await ines.client.call(endpoints.getTransaction, { params: { id: large } });
    expect(line).toMatchObject({ status: 'returned', reason: 'The account is closed.' });
  });

  test('approving a return fails when the bank received the order after the proposal', async () => {
    const order = await paidOut('1500.00');
    const { id } = proposed(await giveBack(olu, order));
    await bankLooks(florin);
    await expect(approve(amara, id)).rejects.toMatchObject(refusedWith('order_not_pending'));
    expect([await stateOf(florin, id), await dollars()]).toEqual(['expired', '1500.44']);
  });
});

describe('a second operator', () => {
  // Rules: identity-9
  test('the proposer cannot approve from another session or with another spelling of the id', async () => {
    const id = await proposedBy(olu, await announced());
    const { token } = await florin.client.call(endpoints.login, {
      body: { email: olu.user.email, password: olu.password },
    });
    const elsewhere = { ...olu, client: florin.clientOf(token) };
    for (const by of [olu, elsewhere])
      for (const written of [id, id.toUpperCase(), `{${id}}`])
        await expect(approve(by, written)).rejects.toMatchObject(refusedWith('second_operator_required'));
    expect([await stateOf(florin, id), await dollars()]).toEqual(['proposed', '0.00']);
  });

  test('an approval needs an approver and a proposer who are active operators', async () => {
    const id = await proposedBy(olu, await announced());
    await setRole(florin.database.pool, amara.user.id, 'member', byCommandLine);
    await expect(approve(amara, id)).rejects.toMatchObject(refusedWith('not_found'));
    await freezeUser(florin.database.pool, tomas.user.id, { ...byCommandLine, reason: 'A test' });
    await expect(approve(tomas, id)).rejects.toMatchObject(refusedWith('not_signed_in'));
    await setRole(florin.database.pool, amara.user.id, 'operator', byCommandLine);
    await freezeUser(florin.database.pool, olu.user.id, { ...byCommandLine, reason: 'A test' });
    const listed = (await amara.client.call(endpoints.listProposals)).find((one) => one.id === id);
    expect(listed?.not_approvable).toBe('The proposer is no longer an operator. Reject this proposal.');
    await expect(approve(amara, id)).rejects.toMatchObject(
      refusedWith('proposal_not_open', { detail: listed?.not_approvable }),
    );
    expect([await stateOf(florin, id), await dollars()]).toEqual(['proposed', '0.00']);
    await unfreezeUser(florin.database.pool, olu.user.id, byCommandLine);
    await approve(amara, id);
    expect(await dollars()).toBe('2500.44');
  });

  // Rules: identity-9
  test('the approval of an operator demoted or frozen during the call takes effect completely or not at all', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await proposedBy(olu, await announced());
      const approver = await operator(florin, 'Léa Moreau');
      const before = await dollars();
      const [ended] = await Promise.allSettled([
        approve(approver, id),
        round % 2
          ? setRole(florin.database.pool, approver.user.id, 'member', byCommandLine)
          : freezeUser(florin.database.pool, approver.user.id, { ...byCommandLine, reason: 'A test' }),
      ]);
      const isDone = ended?.status === 'fulfilled';
      expect([await stateOf(florin, id), (await dollars()) !== before]).toEqual([
        isDone ? 'approved' : 'proposed',
        isDone,
      ]);
    }
  });

  // Rules: identity-9
  test('only one of parallel approvals, rejections and withdrawals ends a proposal', async () => {
    for (let round = 0; round < 8; round++) {
      const order = await announced('10.44');
      const id = await proposedBy(olu, order);
      const before = Number(await dollars());
      const ended = await Promise.allSettled([
        approve(amara, id),
        approve(tomas, id),
        ...(round % 2 ? [reject(tomas, id), withdraw(olu, id)] : [approve(amara, id), approve(tomas, id)]),
      ]);
      const state = await stateOf(florin, id);
      expect(new Set(outcomes(ended))).toEqual(new Set(['done', 'proposal_not_open']));
      expect(Number(await dollars()) - before).toBeCloseTo(state === 'approved' ? 10.44 : 0, 2);
      expect((await actsOn(olu, order)).filter(([, did]) => did === 'Approved and settled deposit').length).toBe(
        state === 'approved' ? 1 : 0,
      );
    }
  });

  // Rules: identity-9
  test('repeating an approval returns the first answer and acts only once', async () => {
    const id = await proposedBy(olu, await announced());
    const key = randomUUID();
    const approving = (by: TestMember) =>
      by.client.call(
        endpoints.approveProposal,
        { params: { id }, body: { reason: 'Seen on the statement.' } },
        { idempotencyKey: key },
      );
    const first = await approving(amara);
    expect(await approving(amara)).toEqual(first);
    expect(await approve(amara, id)).toEqual(first);
    await expect(approving(tomas)).rejects.toMatchObject(refusedWith('proposal_not_open'));
    const other = await proposedBy(olu, await announced());
    const reused = amara.client.call(
      endpoints.approveProposal,
      { params: { id: other }, body: { reason: 'Seen on the statement.' } },
      { idempotencyKey: key },
    );
    await expect(reused).rejects.toMatchObject(refusedWith('idempotency_key_reused'));
    expect(await dollars()).toBe('2500.44');
  });
});

test('proposals are hidden from members, and an unknown proposal answers not found', async () => {
  const id = await proposedBy(olu, await announced());
  const decisions = ['approveProposal', 'rejectProposal'] as const satisfies readonly (keyof Endpoints)[];
  for (const name of decisions) {
    const call = (by: TestMember, of: string) =>
      by.client.call(endpoints[name], { params: { id: of }, body: { reason: 'A test' } });
    await expect(call(ines, id)).rejects.toMatchObject(refusedWith('not_found'));
    for (const unknown of [randomUUID(), 'nonsense', '1'])
      await expect(call(amara, unknown)).rejects.toMatchObject(refusedWith('proposal_not_found'));
  }
  await expect(ines.client.call(endpoints.listProposals)).rejects.toMatchObject(refusedWith('not_found'));
});

test('the database rejects an approval by the proposer', async () => {
  const id = await proposedBy(olu, await announced());
  const byProposer = florin.database.pool.query(
    `update operator_proposals set state = 'approved', decided_by = proposed_by, decided_at = now() where id = $1`,
    [id],
  );
  await expect(byProposer).rejects.toThrow('decided_by_a_second_operator');
});
