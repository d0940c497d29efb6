import { CallRefused, endpoints, type Client, type PaymentRule } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askForMoney } from '../../../test/ask-for-money.ts';
import { openBakery, type Bakery } from '../../../test/bakery.ts';
import { actingClient, join, openBusiness } from '../../../test/business.ts';
import { approve, runApprovals } from '../../../test/proposals.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { codeOf, turnOnTwoFactor } from '../../../test/two-factor.ts';

let florin: TestApp;
let { ines, jonas, lea, shop, acme, owner, payer, approver } = {} as Bakery;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
});
beforeEach(async () => {
  ({ ines, jonas, lea, shop, acme, owner, payer, approver } = await openBakery(florin));
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const pay = (client: Client, amount: string, to = shop.user.email, options = {}) =>
  client.call(endpoints.sendMoney, { body: { recipient_email: to, amount } }, options);
const dollars = async ({ client }: TestMember) => (await client.call(endpoints.me)).balances.usd_exact;
const ownDollars = async () => (await owner.call(endpoints.me)).balances.usd_exact;
const open = async (client: Client) => client.call(endpoints.listApprovals, { query: {} });
const setRules = (rules: readonly PaymentRule[]) =>
  florin.database.ownerPool.query(
    `insert into payment_rules (business_id, rules, version) values ($1, $2, 1)
     on conflict (business_id) do update set rules = excluded.rules, version = payment_rules.version + 1`,
    [acme.id, JSON.stringify(rules)],
  );
const codes = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((one) =>
    one.status === 'rejected' && one.reason instanceof CallRefused ? [one.reason.body?.code] : [],
  );
const proposed = async (client = payer, amount = '2000.00') => {
  const line = await pay(client, amount);
  const [waiting] = (await open(approver)).filter((one) => one.payment?.amount_exact === amount);
  return { line, id: waiting?.id ?? '' };
};

describe('a payment above a rule', () => {
  test('a payment above a rule reserves its money until another person approves it, and is then made once', async () => {
    const line = await pay(payer, '2000.00');
    expect(line).toMatchObject({ type: 'send', status: 'pending', amount_exact: '-2040.00', to: shop.user.email });
    expect(line.description).toBe(`Payment to ${shop.user.email} waits for approval`);
    expect([await dollars(shop), await ownDollars()]).toEqual(['0.00', '17960.00']);
    const [waiting] = await open(approver);
    expect(waiting).toMatchObject({
      kind: 'payment',
      state: 'proposed',
      title: `$2,000.00 to ${shop.user.email}`,
      payment: { amount_exact: '2000.00', total_exact: '2040.00', to: shop.user.email },
      proposed_by: { name: 'Jonas' },
      approvals_needed: 1,
      can_decide: true,
      yours: false,
      why: [
        'Payments above $1,000.00 need one approval by another person.',
        'Payments to new recipients above $250.00 need one approval by another person.',
      ],
    });
    const id = waiting?.id ?? '';
    const done = await approve(approver, id);
    expect(done).toMatchObject({ state: 'approved', approved_by: [{ name: 'Lea' }] });
    expect([await dollars(shop), await ownDollars()]).toEqual(['2000.00', '17960.00']);
    await expect(approve(owner, id)).rejects.toMatchObject(refusedWith('approval_not_open'));
    const history = await owner.call(endpoints.listTransactions, { query: { type: 'send' } });
    expect(history.map(({ status, amount_exact: amount }) => [status, amount])).toEqual([['completed', '-2040.00']]);
    expect((await owner.call(endpoints.getTransaction, { params: { id: line.id } })).status).toBe('completed');
    expect(await pay(payer, '10.00')).toMatchObject({ status: 'completed' });
  });

  test('a repeated call with its key gets the same answer and proposes once, even after the rules changed', async () => {
    const options = { idempotencyKey: 'salary-1' };
    const first = await pay(payer, '2000.00', shop.user.email, options);
    await setRules([]);
    expect(await pay(payer, '2000.00', shop.user.email, options)).toEqual(first);
    expect(await open(owner)).toHaveLength(1);
    const [waiting] = await open(owner);
    await approve(owner, waiting?.id ?? '');
    await pay(payer, '2000.00', shop.user.email, options);
    expect(await dollars(shop)).toBe('2000.00');
  });

  test('a repeated call of a payment without approvals gets the same answer under stricter rules', async () => {
    const options = { idempotencyKey: 'rent-1' };
    const first = await pay(payer, '200.00', shop.user.email, options);
    for (const effect of ['approve', 'refuse'] as const) {
      await setRules([{ name: 'all', effect }]);
      expect(await pay(payer, '200.00', shop.user.email, options)).toEqual(first);
    }
    expect(await open(owner)).toEqual([]);
    expect(await dollars(shop)).toBe('200.00');
  });

  test('a proposal is not approved by its proposer, by a person without the role, or in another business', async () => {
    const { id } = await proposed(owner);
    await expect(approve(owner, id)).rejects.toMatchObject(refusedWith('own_proposal'));
    await expect(approve(payer, id)).rejects.toMatchObject(refusedWith('role_not_allowed'));
    const other = await openBusiness(florin, lea);
    await expect(approve(actingClient(florin, lea.token, other.handle), id)).rejects.toMatchObject(
      refusedWith('not_found'),
    );
    expect(await dollars(shop)).toBe('0.00');
  });

  test('an approval needs a factor in the same call', async () => {
    const { id } = await proposed();
    await expect(approve(approver, id, 'wrong horse battery')).rejects.toMatchObject(refusedWith('bad_credentials'));
    const { secret } = await turnOnTwoFactor(lea);
    await expect(approve(approver, id)).rejects.toMatchObject(refusedWith('second_factor_required'));
    const withCode = (code: string) => approver.call(endpoints.approve, { params: { id }, body: { code } });
    await expect(withCode('000000')).rejects.toMatchObject(refusedWith('second_factor_wrong'));
    await florin.database.ownerPool.query('update authenticators set last_step = 0 where user_id = $1', [lea.user.id]);
    expect(await withCode(codeOf(secret))).toMatchObject({ state: 'approved' });
  });

  test.each(['refused', 'withdrawn', 'expired'] as const)('a %s payment frees its money and limit', async (how) => {
    const { id } = await proposed();
    const left = async () => (await owner.call(endpoints.getLimits)).day.left_exact;
    const before = await left();
    if (how === 'refused')
      await approver.call(endpoints.refuse, { params: { id }, body: { reason: 'The invoice is wrong.' } });
    if (how === 'withdrawn') await payer.call(endpoints.withdrawOwn, { params: { id } });
    if (how === 'expired') {
      await florin.database.ownerPool.query('update approvals set expires_at = now() where id = $1', [id]);
      await approve(approver, id).catch(() => undefined);
      await runApprovals(florin);
    }
    expect(await owner.call(endpoints.getApproval, { params: { id } })).toMatchObject({ state: how });
    expect([await dollars(shop), await ownDollars()]).toEqual(['0.00', '20000.00']);
    expect(Number(await left()) - Number(before)).toBe(2000);
    await expect(approve(approver, id)).rejects.toMatchObject(refusedWith('approval_not_open'));
  });

  test('proposals whose payment the ledger refused do not delay the expiry of other proposals', async () => {
    const { id } = await proposed();
    await florin.database.ownerPool.query(
      `insert into approvals (id, business_id, kind, content, shown, needed, approvers, proposed_by, expires_at)
       select gen_random_uuid(), business_id, kind, content, shown, needed, approvers, proposed_by, now() - interval '1 day'
       from approvals, generate_series(1, 100) where id = $1`,
      [id],
    );
    await florin.database.ownerPool.query('update approvals set expires_at = now() where id = $1', [id]);
    await runApprovals(florin);
    const { rows } = await florin.database.ownerPool.query('select state from approvals where id = $1', [id]);
    expect(rows).toEqual([{ state: 'expired' }]);
  });

  test('only one of parallel approvals, refusals, withdrawals and an expiry takes effect', async () => {
    let paid = 0;
    for (let round = 0; round < 8; round += 1) {
      const { id } = await proposed(payer, `${1100 + round}.00`);
      if (round % 2 === 0)
        await florin.database.ownerPool.query(
          `update approvals set expires_at = now() + interval '40 ms' where id = $1`,
          [id],
        );
      const outcomes = await Promise.allSettled([
        approve(approver, id),
        approve(owner, id),
        approver.call(endpoints.refuse, { params: { id }, body: {} }),
        payer.call(endpoints.withdrawOwn, { params: { id } }),
        runApprovals(florin),
      ]);
      expect(codes(outcomes).every((code) => code === 'approval_not_open')).toBe(true);
      await florin.database.ownerPool.query(
        `update approvals set expires_at = now() where id = $1 and state = 'proposed'`,
        [id],
      );
      await runApprovals(florin);
      const { state } = await owner.call(endpoints.getApproval, { params: { id } });
      expect(['approved', 'refused', 'withdrawn', 'expired']).toContain(state);
      if (state === 'approved') paid += 1100 + round;
    }
    expect(await dollars(shop)).toBe(`${paid}.00`);
    expect(await ownDollars()).toBe((20_000 - paid * 1.02).toFixed(2));
  });

  test('the job finishes an approved payment whose process was killed before it reached the ledger', async () => {
    const { id } = await proposed();
    await florin.database.ownerPool.query(`update approvals set state = 'approved', ended_at = now() where id = $1`, [
      id,
    ]);
    await Promise.all([runApprovals(florin), runApprovals(florin)]);
    await florin.database.ownerPool.query('update approvals set settled_at = null where id = $1', [id]);
    await runApprovals(florin);
    expect(await dollars(shop)).toBe('2000.00');
  });

  test('invitations, withdrawals and paid requests above a rule’s amount wait for approval', async () => {
    const held = await pay(payer, '300.00', 'nobody-yet@florin.example');
    expect(held).toMatchObject({ status: 'pending' });
    const bank = await owner.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    const withdrawal = await payer.call(endpoints.withdraw, {
      body: { amount: '1500.00', payment_method_id: bank.id },
    });
    expect(withdrawal).toMatchObject({ type: 'withdrawal', status: 'pending', amount_exact: '-1500.00' });
    const asked = await askForMoney(shop, undefined, '400.00', { recipient_email: acme.email });
    await payer.call(endpoints.payRequest, { params: { id: asked.id } });
    expect(await shop.client.call(endpoints.getPaymentRequest, { params: { id: asked.id } })).toMatchObject({
      state: 'open',
    });
    for (const { id } of await open(approver)) await approve(approver, id);
    expect(await shop.client.call(endpoints.getPaymentRequest, { params: { id: asked.id } })).toMatchObject({
      state: 'paid',
    });
    const lines = await owner.call(endpoints.listTransactions, { query: {} });
    const outgoing = lines
      .filter(({ type }) => type !== 'receive' && type !== 'deposit')
      .map((line) => `${line.type} ${line.status} ${line.amount_exact}`);
    expect(outgoing.toSorted()).toEqual([
      'send completed -408.00',
      'send pending -306.00',
      'withdrawal pending -1500.00',
    ]);
  });

  test('an approved payment that became impossible fails, and its money is free', async () => {
    const asked = await askForMoney(shop, undefined, '400.00', { recipient_email: acme.email });
    await payer.call(endpoints.payRequest, { params: { id: asked.id } });
    await shop.client.call(endpoints.cancelRequest, { params: { id: asked.id } });
    const [waiting] = await open(approver);
    expect(await approve(approver, waiting?.id ?? '')).toMatchObject({ state: 'failed' });
    expect(await ownDollars()).toBe('20000.00');
  });

  test('a proposal ends with the role of the person who proposed it', async () => {
    const { id } = await proposed();
    await owner.call(endpoints.removePerson, { params: { id: jonas.user.id } });
    await expect(approve(approver, id)).rejects.toMatchObject(refusedWith('approval_not_open'));
    await approver.call(endpoints.refuse, { params: { id }, body: {} });
    expect(await ownDollars()).toBe('20000.00');
  });

  test('a frozen business pays nothing', async () => {
    const { id } = await proposed();
    await florin.database.ownerPool.query('update users set restricted_at = now() where id = $1', [acme.id]);
    await expect(approve(approver, id)).rejects.toMatchObject(refusedWith('account_frozen'));
  });

  test('a rule can ask for two approvals, and the approval of a person who lost the role does not count', async () => {
    await setRules([{ name: 'two', over: '1000', effect: 'approve', approvals: 2 }]);
    const mira = await florin.signUp('Mira');
    const second = await join(florin, ines, acme, { person: mira, role: 'approver' });
    const { id } = await proposed();
    expect(await approve(approver, id)).toMatchObject({ state: 'proposed', approved_by: [{ name: 'Lea' }] });
    expect(await approve(approver, id)).toMatchObject({ state: 'proposed' });
    await owner.call(endpoints.changePersonRole, { params: { id: lea.user.id }, body: { role: 'viewer' } });
    expect(await approve(second, id)).toMatchObject({ state: 'proposed' });
    expect(await approve(owner, id)).toMatchObject({ state: 'approved' });
    expect(await dollars(shop)).toBe('2000.00');
  });

  test('the people who can approve a payment are mailed once, and its proposer is not', async () => {
    await proposed();
    await Promise.all([runApprovals(florin), runApprovals(florin)]);
    const about = 'A payment of Acme Bakery waits for you';
    const mailsTo = async ({ user }: TestMember) =>
      (await florin.client.call(endpoints.listCaughtMails, { query: { to: user.email } })).filter(
        ({ subject }) => subject === about,
      );
    expect(await mailsTo(lea)).toHaveLength(1);
    expect(await mailsTo(ines)).toHaveLength(1);
    expect(await mailsTo(jonas)).toEqual([]);
  });
});
