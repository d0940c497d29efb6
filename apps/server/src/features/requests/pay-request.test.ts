import { CallRefused, endpoints, type Transaction } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askForMoney, cancel, decline, letTimePass, pay, read } from '../../../test/ask-for-money.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const dollarsOf = async ({ client }: TestMember) => (await client.call(endpoints.me)).balances.usd_exact;
const codesOf = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((one) =>
    one.status === 'rejected' && one.reason instanceof CallRefused ? [one.reason.body?.code] : [],
  );
const historyOf = ({ client }: TestMember) => client.call(endpoints.listTransactions, { query: {} });

describe('paying a request', () => {
  test('paying a request moves the same money as a send and shows the paid request to both people', async () => {
    const [hana, ines] = [await florin.signUp('Hana'), await florin.confirm(await florin.signUpWith('100.00', 'Ines'))];
    const asked = await askForMoney(hana, ines, '24.00', { note: 'Concert ticket' });
    const paid = await pay(ines, asked);
    expect(paid).toMatchObject({
      type: 'send',
      amount_exact: '-24.48',
      fee_exact: '0.48',
      counter_amount_exact: '24.00',
      status: 'completed',
      description: 'Paid Hana’s request',
      counterparty: 'Hana',
      to: hana.user.email,
      note: 'Concert ticket',
      balance_after_exact: '75.52',
    });
    expect((await historyOf(ines))[0]).toEqual(paid);
    expect((await historyOf(hana))[0]).toMatchObject({
      type: 'receive',
      amount_exact: '24.00',
      fee_exact: '0.00',
      description: 'Request paid by Ines',
      from: ines.user.email,
      note: 'Concert ticket',
    });
    expect(await read(hana, asked)).toMatchObject({ state: 'paid', ended_at: paid.date, can_remind: false });
  });

  test("counts a paid request against the payer's limit", async () => {
    const [hana, ines] = [await florin.signUp(), await florin.confirm(await florin.signUpWith('2000.00'))];
    await pay(ines, await askForMoney(hana, ines, '900.00'));
    await expect(pay(ines, await askForMoney(hana, ines, '100.01'))).rejects.toMatchObject(
      refusedWith('limit_exceeded', { detail: expect.stringContaining('$100.00 is left today') }),
    );
  });

  test('saves the requester as a contact and refreshes the open pages of both people', async () => {
    const [hana, ines] = [await florin.signUp('Hana'), await florin.signUpWith('100.00')];
    const asked = await askForMoney(hana, undefined);
    await pay(ines, asked);
    expect(await ines.client.call(endpoints.listContacts)).toMatchObject([{ name: 'Hana', email: hana.user.email }]);
    const { rows } = await florin.database.ownerPool.query(
      `select user_id from member_changes where topic = 'requests' and user_id = any ($1) and version = $2`,
      [[hana.user.id, ines.user.id], 1],
    );
    expect(rows).toEqual([{ user_id: ines.user.id }]); // Hana's version is 2: requested and paid
  });

  test('keeps a payment when notifying open pages fails', async () => {
    const [hana, ines] = [await florin.signUp(), await florin.confirm(await florin.signUpWith('100.00'))];
    const asked = await askForMoney(hana, ines);
    await florin.database.ownerPool.query('revoke insert, update on member_changes from florin_app');
    expect(await pay(ines, asked)).toMatchObject({ status: 'completed' });
    await florin.database.ownerPool.query('grant insert, update on member_changes to florin_app');
  });
});

describe('paying a request more than once', () => {
  test('repeats the first answer to a payer who pays a request again', async () => {
    const [hana, ines] = [await florin.signUp(), await florin.confirm(await florin.signUpWith('100.00'))];
    const asked = await askForMoney(hana, ines);
    const first = await pay(ines, asked);
    expect(await pay(ines, asked)).toEqual(first);
    await letTimePass(florin, asked, 31 * 24);
    expect(await pay(ines, asked)).toEqual(first);
    expect(await dollarsOf(ines)).toBe('75.52');
  });

  test('pays a request once under 20 concurrent calls', async () => {
    const [hana, ines] = [await florin.signUp(), await florin.confirm(await florin.signUpWith('100.00'))];
    const asked = await askForMoney(hana, ines);
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(ines, asked)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect([await dollarsOf(ines), await dollarsOf(hana)]).toEqual(['75.52', '24.00']);
  });

  test("only one of two concurrent payers pays a payment link's request", async () => {
    const hana = await florin.signUp();
    const payers = [await florin.signUpWith('100.00'), await florin.signUpWith('100.00')];
    const asked = await askForMoney(hana, undefined);
    const calls = Array.from({ length: 20 }, (_, i) => pay(payers[i % 2] ?? hana, asked));
    const outcomes = await Promise.allSettled(calls);
    const paid = outcomes.filter((one): one is PromiseFulfilledResult<Transaction> => one.status === 'fulfilled');
    expect(paid).toHaveLength(10);
    expect(new Set(paid.map(({ value }) => value.id)).size).toBe(1);
    expect(codesOf(outcomes)).toEqual(Array.from({ length: 10 }, () => 'request_not_open'));
    expect(await dollarsOf(hana)).toBe('24.00');
    expect((await Promise.all(payers.map(dollarsOf))).toSorted()).toEqual(['100.00', '75.52']);
  });

  test('ends a request once when pay, decline and cancel race', async () => {
    const [hana, ines] = [await florin.signUp(), await florin.confirm(await florin.signUpWith('1000.00'))];
    let paid = 0;
    for (let round = 0; round < 12; round++) {
      const asked = await askForMoney(hana, ines, '10.00');
      const ways = [() => pay(ines, asked), () => decline(ines, asked), () => cancel(hana, asked)];
      const inTurn = [...ways.slice(round % 3), ...ways.slice(0, round % 3)];
      const outcomes = await Promise.allSettled(inTurn.map(async (way) => way()));
      expect(codesOf(outcomes)).toEqual(['request_not_open', 'request_not_open']);
      const { state } = await read(hana, asked);
      expect(['paid', 'declined', 'cancelled']).toContain(state);
      if (state === 'paid') paid += 1;
    }
    expect(await dollarsOf(hana)).toBe(`${paid * 10}.00`);
    expect(await dollarsOf(ines)).toBe((1_000 - paid * 10.2).toFixed(2));
  });
});

describe('rejected payments of a request', () => {
  test('rejects paying a declined, canceled or expired request', async () => {
    const [hana, ines] = [await florin.signUp(), await florin.confirm(await florin.signUpWith('100.00'))];
    const [declined, canceled, expired] = [
      await askForMoney(hana, ines),
      await askForMoney(hana, ines),
      await askForMoney(hana, ines),
    ];
    await decline(ines, declined);
    await cancel(hana, canceled);
    await letTimePass(florin, expired, 30 * 24);
    for (const asked of [declined, canceled, expired])
      await expect(pay(ines, asked)).rejects.toMatchObject(refusedWith('request_not_open'));
    expect(await dollarsOf(ines)).toBe('100.00');
  });

  test("rejects paying the member's own request", async () => {
    const [hana, ines] = [await florin.signUpWith('100.00'), await florin.confirm(await florin.signUp())];
    for (const from of [ines, undefined])
      await expect(pay(hana, await askForMoney(hana, from))).rejects.toMatchObject(refusedWith('recipient_is_self'));
  });

  test('rejects paying a request to another member', async () => {
    const [hana, ines, mallory] = [
      await florin.signUp(),
      await florin.confirm(await florin.signUp()),
      await florin.signUpWith('100.00'),
    ];
    await expect(pay(mallory, await askForMoney(hana, ines))).rejects.toMatchObject(refusedWith('not_found'));
  });

  test('rejects paying without enough money and keeps the request open', async () => {
    const [hana, ines] = [await florin.signUp(), await florin.confirm(await florin.signUpWith('24.47'))];
    const asked = await askForMoney(hana, ines);
    await expect(pay(ines, asked)).rejects.toMatchObject(
      refusedWith('insufficient_balance', { detail: expect.stringContaining('$24.48') }),
    );
    expect(await read(ines, asked)).toMatchObject({ state: 'open' });
  });
});
