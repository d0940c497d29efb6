import { endpoints, type Client } from '@florin/contract';
import { describe, expect, test } from 'vitest';
import { makeKey } from '../../../test/api-keys.ts';
import { bakerySetup } from '../../../test/bakery-setup.ts';
import { overtaken } from '../../../test/overtaken.ts';
import { runApprovals } from '../../../test/proposals.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { resetPassword } from '../../../test/reset-password.ts';
import type { TestMember } from '../../../test/test-app.ts';

const bakery = bakerySetup();

/** Proposes a payment and returns the proposal's id. */
async function propose(client: Client): Promise<string> {
  await client.call(endpoints.sendMoney, { body: { recipient_email: bakery.shop.user.email, amount: '2000.00' } });
  const [proposed] = await bakery.approver.call(endpoints.listApprovals, { query: {} });
  return proposed?.id ?? '';
}
const approve = (client: Client, id: string) =>
  client.call(endpoints.approve, { params: { id }, body: { password: 'correct horse battery' } });
const changeRole = ({ user }: TestMember, role: 'payer' | 'viewer' | 'approver') =>
  bakery.owner.call(endpoints.changePersonRole, { params: { id: user.id }, body: { role } });
const received = async () => (await bakery.shop.client.call(endpoints.me)).balances.usd_exact;

test.each(['viewer', 'approver'] as const)(
  'a payment whose proposer became %s is not approved, and is once the person may pay again',
  async (role) => {
    const id = await propose(bakery.payer);
    await changeRole(bakery.jonas, role);
    await expect(approve(bakery.approver, id)).rejects.toMatchObject(refusedWith('approval_not_open'));
    expect(await received()).toBe('0.00');
    await changeRole(bakery.jonas, 'payer');
    expect(await approve(bakery.approver, id)).toMatchObject({ state: 'approved' });
    expect(await received()).toBe('2000.00');
  },
);

test('new rules are not approved after their proposer became a payer', async () => {
  const { proposed } = await bakery.admin.call(endpoints.changePaymentRules, { body: { rules: [], version: 0 } });
  const id = proposed?.id ?? '';
  await changeRole(bakery.mira, 'payer');
  await expect(approve(bakery.owner, id)).rejects.toMatchObject(
    refusedWith('approval_not_open', {
      detail: 'The person who proposed these rules may no longer change them. Refuse this proposal.',
    }),
  );
  expect((await bakery.owner.call(endpoints.getPaymentRules)).version).toBe(0);
  expect(await bakery.owner.call(endpoints.refuse, { params: { id }, body: {} })).toMatchObject({ state: 'refused' });
});

test('a password reset by mail takes back only the approvals of the person that are still open', async () => {
  await bakery.florin.database.ownerPool.query(
    'insert into payment_rules (business_id, rules, version) values ($1, $2, 1)',
    [bakery.acme.id, JSON.stringify([{ name: 'two', effect: 'approve', approvals: 2 }])],
  );
  const done = await propose(bakery.payer);
  await approve(bakery.admin, done);
  await approve(bakery.approver, done);
  const open = await propose(bakery.payer);
  await approve(bakery.admin, open);
  await resetPassword(bakery.florin, bakery.mira);
  expect(await approve(bakery.approver, open)).toMatchObject({ state: 'proposed', approved_by: [{ name: 'Lea' }] });
  expect(await approve(bakery.owner, open)).toMatchObject({ state: 'approved' });
  const before = await bakery.owner.call(endpoints.getApproval, { params: { id: done } });
  expect(before.approved_by.map(({ name }) => name)).toEqual(['Mira', 'Lea']);
  expect(await bakery.owner.call(endpoints.listBusinessActs)).toContainEqual(
    expect.objectContaining({ did: 'An approval was taken back', who: null }),
  );
});

test('a password reset by mail withdraws what the person proposed, and its money is free again', async () => {
  const id = await propose(bakery.payer);
  const { proposed: rules } = await bakery.admin.call(endpoints.changePaymentRules, {
    body: { rules: [], version: 0 },
  });
  const dollars = async () => (await bakery.owner.call(endpoints.me)).balances.usd_exact;
  expect(await dollars()).toBe('17960.00'); // with the fee
  await resetPassword(bakery.florin, bakery.jonas);
  await expect(approve(bakery.approver, id)).rejects.toMatchObject(refusedWith('approval_not_open'));
  await runApprovals(bakery.florin);
  expect(await bakery.owner.call(endpoints.getApproval, { params: { id } })).toMatchObject({
    state: 'withdrawn',
    reason: 'The password of the person who proposed it was reset by email.',
  });
  expect([await dollars(), await received()]).toEqual(['20000.00', '0.00']);
  const other = await bakery.owner.call(endpoints.getApproval, { params: { id: rules?.id ?? '' } });
  expect(other).toMatchObject({ state: 'proposed' });
});

test('an approval does not count if a password reset overtakes it', async () => {
  const id = await propose(bakery.payer);
  const outcome = await overtaken(
    bakery.florin,
    bakery.mira.user.id,
    () => approve(bakery.admin, id),
    (tx) => tx.query('delete from sessions where user_id = $1', [bakery.mira.user.id]),
  );
  expect(outcome).toMatchObject({ status: 'rejected', reason: refusedWith('not_signed_in') });
  expect(await received()).toBe('0.00');
});

describe('a payment that an API key proposed', () => {
  const lost = refusedWith('approval_not_open', {
    detail: 'The API key that started it no longer works. Refuse this proposal.',
  });

  test('a payment that an API key proposed is not approved after the key was revoked', async () => {
    const { key, client } = await makeKey(bakery.florin, bakery.admin, { scopes: ['payments:write'] });
    const id = await propose(client);
    await bakery.owner.call(endpoints.revokeKey, { params: { id: key.id } });
    await expect(approve(bakery.approver, id)).rejects.toMatchObject(lost);
    expect(await received()).toBe('0.00');
    await bakery.approver.call(endpoints.refuse, { params: { id }, body: {} });
    expect((await bakery.owner.call(endpoints.me)).balances.usd_exact).toBe('20000.00');
  });

  test('a payment that an API key proposed is not approved after the key expired', async () => {
    const { key, client } = await makeKey(bakery.florin, bakery.admin, { scopes: ['payments:write'] });
    const id = await propose(client);
    await bakery.florin.database.ownerPool.query('update api_keys set expires_at = now() where id = $1', [key.id]);
    await expect(approve(bakery.approver, id)).rejects.toMatchObject(lost);
  });

  test('a payment that an API key proposed is approved after a rotation of the key', async () => {
    const { key, client } = await makeKey(bakery.florin, bakery.admin, { scopes: ['payments:write'] });
    const id = await propose(client);
    await bakery.admin.call(endpoints.rotateKey, { params: { id: key.id }, body: { grace_hours: 0 } });
    expect(await approve(bakery.approver, id)).toMatchObject({ state: 'approved' });
    expect(await received()).toBe('2000.00');
  });
});
