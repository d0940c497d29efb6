import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { fiatCodes, type FiatCode } from '@florin/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBusiness } from '../../../../test/business.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { actsOn, approve, proposed, stateOf } from '../../../../test/second-operator.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { unownedMoney } from '../../../../test/unowned-money.ts';
import { setRole } from '../../identity/operators/change-user.ts';

let florin: TestApp;
let olu: TestMember;
let amara: TestMember;
let ines: TestMember;
let former: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  [olu, amara] = [await florin.signUp('Olu'), await florin.signUp('Amara')];
  [ines, former] = [await florin.signUp('Ines'), await florin.signUp('Former')];
  for (const { user } of [olu, amara])
    await setRole(florin.database.pool, user.id, 'operator', { operator: 'command line' });
  await former.client.call(endpoints.closeAccount, { body: { current_password: former.password } });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const asOwner = (sql: string, values: unknown[]) => florin.database.ownerPool.query(sql, values);
const cameBack = (units: bigint, currency: FiatCode = 'EUR') =>
  unownedMoney(florin, { owner: former.user.id, units, currency });

type Asked = { readonly by?: TestMember; readonly email?: string; readonly key?: string };
const allocate = (item: string, { by = olu, email = ines.user.email, key = randomUUID() }: Asked = {}) =>
  by.client.call(
    endpoints.allocateUnowned,
    { params: { item }, body: { email, reason: 'The former member asked for it.' } },
    { idempotencyKey: key },
  );

const desk = () => olu.client.call(endpoints.getBankDesk);
const listed = async (item: string) => (await desk()).without_line.find(({ id }) => id === item);
const owed = async () => (await desk()).client_money.map(({ owed_exact: exact }) => exact);

/** Returns the balances in the smallest unit, as dollars, euros and pounds. */
async function walletOf(owner: string): Promise<bigint[]> {
  const balances = await florin.app.dependencies.ledger.balancesOf(owner);
  return fiatCodes.map((code) => balances.find(({ asset }) => asset === code)?.posted ?? 0n);
}
async function unallocated(): Promise<bigint[]> {
  const { rows } = await florin.database.pool.query<{ asset: string; posted: bigint }>(
    `select asset, posted from books.house_balances where kind = 'unallocated'`,
  );
  return fiatCodes.map((code) => rows.find(({ asset }) => asset === code)?.posted ?? 0n);
}
const changes = (before: readonly bigint[], after: readonly bigint[]) =>
  after.map((units, index) => units - (before[index] ?? 0n));

describe('money of a closed account', () => {
  test('money of a closed account is credited to a member once, in its currency', async () => {
    const item = await cameBack(20_01n);
    const [wallet, left, total, client] = [
      await walletOf(ines.user.id),
      await unallocated(),
      (await desk()).without_line_total,
      await owed(),
    ];
    const key = randomUUID();
    expect(await allocate(item, { key })).toEqual({ proposal: null });
    expect(await allocate(item, { key })).toEqual({ proposal: null });
    await expect(allocate(item, { by: amara })).rejects.toMatchObject(refusedWith('line_not_unallocated'));
    expect(changes(wallet, await walletOf(ines.user.id))).toEqual([0n, 20_01n, 0n]);
    expect(changes(left, await unallocated())).toEqual([0n, -20_01n, 0n]);
    expect([await listed(item), (await desk()).without_line_total]).toEqual([undefined, total - 1]);
    expect(await owed()).toEqual(client);
    expect(await actsOn(olu, `entry ${item}, €20.01: The former member`)).toEqual([
      [olu.user.email, 'Allocated money of closed account'],
    ]);
  });

  test('the member sees the credited money in the history and in a notification', async () => {
    await allocate(await cameBack(7_07n, 'GBP'));
    const [line] = await ines.client.call(endpoints.listTransactions, { query: {} });
    const text = { description: 'Money of a closed account', payment_method: 'Closed account' };
    expect(line).toMatchObject({
      type: 'deposit',
      status: 'completed',
      currency: 'GBP',
      amount_exact: '7.07',
      ...text,
    });
    const [news] = await ines.client.call(endpoints.listNotifications);
    expect(news).toMatchObject({
      kind: 'deposit_completed',
      title: 'Your deposit of £7.07 has arrived',
      body: 'Money of a closed account',
    });
  });

  test('money of a closed account is credited once when many operators credit it at the same moment', async () => {
    const item = await cameBack(20_02n);
    const before = [await walletOf(ines.user.id), await unallocated()];
    const calls = [{}, {}, { by: amara }, { by: amara }, {}].map((more) => allocate(item, more));
    const results = await Promise.allSettled(calls);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(changes(before[0] ?? [], await walletOf(ines.user.id))).toEqual([0n, 20_02n, 0n]);
    expect(changes(before[1] ?? [], await unallocated())).toEqual([0n, -20_02n, 0n]);
  });

  test('a business can get the money of a closed account', async () => {
    const acme = await openBusiness(florin, await florin.signUp('Nora'));
    await asOwner('update users set email_confirmed_at = now() where id = $1', [acme.id]);
    await allocate(await cameBack(20_03n), { email: acme.email });
    expect(await walletOf(acme.id)).toEqual([0n, 20_03n, 0n]);
  });

  test('money of a closed account is not credited to the operator, a stranger, or a frozen or closed account', async () => {
    const item = await cameBack(20_04n);
    const frozen = await florin.signUp('Frozen');
    await asOwner('update users set disabled_at = now() where id = $1', [frozen.user.id]);
    const closed = (await listed(item))?.member?.email ?? '';
    const refusals = [
      [olu.user.email, 'second_operator_required'],
      ['stranger@florin.example', 'user_not_found'],
      [closed, 'user_not_found'],
      [frozen.user.email, 'account_frozen'],
    ] as const;
    for (const [email, code] of refusals)
      await expect(allocate(item, { email })).rejects.toMatchObject(refusedWith(code));
    await expect(allocate('123456789')).rejects.toMatchObject(refusedWith('line_not_found'));
    await expect(allocate(item, { by: ines })).rejects.toMatchObject({ status: 404 });
    expect(await listed(item)).toMatchObject({ amount_exact: '20.04', on_list: false, proposal: null });
  });

  test('money of an owner who may be on a sanctions list waits for the decision', async () => {
    const item = await cameBack(20_05n);
    await asOwner(
      `insert into screening_hits (subject, member_id, name, found, parties, found_at)
       values ($1, $2, '', '[]', '{}', date_trunc('milliseconds', now()))`,
      [`member ${former.user.id}`, former.user.id],
    );
    expect(await listed(item)).toMatchObject({ on_list: true });
    await expect(allocate(item)).rejects.toMatchObject(refusedWith('name_on_list'));
    const [hit] = (await olu.client.call(endpoints.getScreening)).hits;
    const body = { decision: 'cleared', reason: 'Born in another year', found_at: hit?.found_at ?? '' } as const;
    await olu.client.call(endpoints.decideScreeningHit, { params: { hit: hit?.id ?? '' }, body });
    expect(await allocate(item)).toEqual({ proposal: null });
  });
});

describe('a large amount of a closed account', () => {
  test('a credit above 1,000 dollars needs a second operator', async () => {
    const item = await cameBack(2000_00n);
    const before = await walletOf(ines.user.id);
    const proposal = proposed(await allocate(item));
    expect(proposal).toMatchObject({ kind: 'allocate_unowned', amount_exact: '2000.00', asset: 'EUR' });
    expect(await walletOf(ines.user.id)).toEqual(before);
    expect((await listed(item))?.proposal).toEqual({ id: proposal.id, kind: 'allocate_unowned', yours: true });
    await expect(approve(olu, proposal.id)).rejects.toMatchObject(refusedWith('second_operator_required'));
    await expect(allocate(item, { by: amara })).rejects.toMatchObject(refusedWith('proposal_open'));
    const approvals = await Promise.allSettled([approve(amara, proposal.id), approve(amara, proposal.id)]);
    expect(approvals.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(changes(before, await walletOf(ines.user.id))).toEqual([0n, 2000_00n, 0n]);
    expect(await listed(item)).toBeUndefined();
    expect(await actsOn(olu, `entry ${item}, €2,000.00`)).toEqual([
      [amara.user.email, 'Approved and allocated money of closed account'],
      [olu.user.email, 'Proposed to allocate money of closed account'],
    ]);
    await expect(allocate(item)).rejects.toMatchObject(refusedWith('line_not_unallocated'));
  });

  test('a proposal for a member who was frozen meanwhile says why it cannot be approved', async () => {
    const nora = await florin.signUp('Nora');
    const { id } = proposed(await allocate(await cameBack(2000_01n), { email: nora.user.email }));
    await asOwner('update users set disabled_at = now() where id = $1', [nora.user.id]);
    const found = (await amara.client.call(endpoints.listProposals)).find((one) => one.id === id);
    expect(found?.not_approvable).toBe('This account is frozen. Unfreeze it first.');
    await expect(approve(amara, id)).rejects.toMatchObject(refusedWith('account_frozen'));
    expect(await stateOf(florin, id)).toBe('proposed');
  });

  test('a proposal for a member who closed the account meanwhile ends, and the money can be credited to another', async () => {
    const nora = await florin.signUp('Nora');
    const item = await cameBack(2000_02n);
    const { id } = proposed(await allocate(item, { email: nora.user.email }));
    await nora.client.call(endpoints.closeAccount, { body: { current_password: nora.password } });
    await expect(approve(amara, id)).rejects.toMatchObject(refusedWith('proposal_not_open'));
    await approve(amara, proposed(await allocate(item)).id);
    expect(await listed(item)).toBeUndefined();
  });
});
