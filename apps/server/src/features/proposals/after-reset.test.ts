import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operator } from '../../../test/kyc.ts';
import { overtaken } from '../../../test/overtaken.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { resetPassword } from '../../../test/reset-password.ts';
import { announceDeposit, approve, openProposals, proposed, settle, stateOf } from '../../../test/second-operator.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
let olu: TestMember;
let amara: TestMember;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
});
beforeEach(async () => {
  olu = await operator(florin);
  amara = await operator(florin, 'Amara Nwosu');
  ines = await florin.signUp('Ines Almeida');
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const dollars = async () => (await ines.client.call(endpoints.me)).balances.usd_exact;
const proposedBy = async (by: TestMember, amount: string) =>
  proposed(await settle(by, await announceDeposit(ines, amount))).id;

// Rules: identity-4
test("a password reset of an operator withdraws only the operator's open proposals", async () => {
  const [done, open, other] = [
    await proposedBy(olu, '1500.44'),
    await proposedBy(olu, '2500.44'),
    await proposedBy(amara, '3500.44'),
  ];
  await approve(amara, done);
  await resetPassword(florin, olu);
  await expect(approve(amara, open)).rejects.toMatchObject(refusedWith('proposal_not_open'));
  expect([await stateOf(florin, done), await stateOf(florin, open)]).toEqual(['approved', 'withdrawn']);
  expect([await dollars(), await openProposals(amara)]).toEqual(['1500.44', [other]]);
  const { rows } = await florin.database.ownerPool.query(
    'select decision_reason as reason from operator_proposals where id = $1',
    [open],
  );
  expect(rows).toEqual([{ reason: 'The password of the operator who proposed it was reset by email.' }]);
  const acts = await amara.client.call(endpoints.listOperatorActs, { query: {} });
  expect(acts).toContainEqual(
    expect.objectContaining({
      who: 'system',
      did: 'Withdrew after a password reset: proposed to settle deposit',
      on: expect.stringContaining('$2,500.44'),
    }),
  );
});

test('an operator cannot propose at the moment of a password reset', async () => {
  const [order, before] = [await announceDeposit(ines, '2500.44'), await openProposals(amara)];
  const outcome = await overtaken(
    florin,
    olu.user.id,
    () => settle(olu, order),
    (tx) => tx.query('delete from sessions where user_id = $1', [olu.user.id]),
  );
  expect(outcome).toMatchObject({ status: 'rejected', reason: refusedWith('not_signed_in') });
  expect(await openProposals(amara)).toEqual(before);
});

test('an operator cannot approve at the moment of a password reset', async () => {
  const id = await proposedBy(olu, '2500.44');
  const outcome = await overtaken(
    florin,
    amara.user.id,
    () => approve(amara, id),
    (tx) => tx.query('delete from sessions where user_id = $1', [amara.user.id]),
  );
  expect(outcome).toMatchObject({ status: 'rejected', reason: refusedWith('not_signed_in') });
  expect([await stateOf(florin, id), await dollars()]).toEqual(['proposed', '0.00']);
});

test('an approval at the moment of a password reset credits once, or the proposal is withdrawn', async () => {
  for (let round = 0; round < 4; round++) {
    const id = await proposedBy(olu, '1500.44');
    const before = Number(await dollars());
    await Promise.allSettled([resetPassword(florin, olu), approve(amara, id)]);
    const credited = Number(await dollars()) - before;
    expect([await stateOf(florin, id), credited.toFixed(2)]).toEqual(
      credited === 0 ? ['withdrawn', '0.00'] : ['approved', '1500.44'],
    );
    const password = 'a fresh and longer one';
    const { token } = await florin.client.call(endpoints.login, { body: { email: olu.user.email, password } });
    olu = { ...olu, token, client: florin.clientOf(token) };
  }
});
