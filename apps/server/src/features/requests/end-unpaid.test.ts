import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askForMoney, cancel, decline, letTimePass, pay, read } from '../../../test/ask-for-money.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

describe('declining', () => {
  test('declines a request once, and a repetition changes nothing', async () => {
    const [hana, ines] = [await florin.signUp(), await florin.confirm(await florin.signUp())];
    const asked = await askForMoney(hana, ines);
    const declined = await decline(ines, asked);
    expect(declined).toMatchObject({ state: 'declined', direction: 'incoming', ended_at: expect.any(String) });
    expect(await decline(ines, asked)).toEqual(declined);
    expect(await read(hana, asked)).toEqual({
      ...declined,
      direction: 'outgoing',
      recipient: { email: ines.user.email, name: null }, // strangers do not see the name
    });
  });

  test('lets only the recipient decline a request', async () => {
    const [hana, ines, mallory] = [
      await florin.signUp(),
      await florin.confirm(await florin.signUp()),
      await florin.signUp(),
    ];
    const asked = await askForMoney(hana, ines);
    const link = await askForMoney(hana, undefined);
    for (const [who, which] of [
      [hana, asked],
      [mallory, asked],
      [ines, link],
      [hana, link],
    ] as const)
      await expect(decline(who, which)).rejects.toMatchObject(refusedWith('not_found'));
    expect(await read(hana, asked)).toMatchObject({ state: 'open' });
  });

  test('rejects declining a paid, canceled or expired request', async () => {
    const [hana, ines] = [await florin.signUp(), await florin.confirm(await florin.signUpWith('100.00'))];
    const [paid, canceled, expired] = [
      await askForMoney(hana, ines),
      await askForMoney(hana, ines),
      await askForMoney(hana, ines),
    ];
    await pay(ines, paid);
    await cancel(hana, canceled);
    await letTimePass(florin, expired, 30 * 24);
    for (const asked of [paid, canceled, expired])
      await expect(decline(ines, asked)).rejects.toMatchObject(refusedWith('request_not_open'));
  });
});

describe('canceling', () => {
  test("cancels the member's own request, and a repetition changes nothing", async () => {
    const [hana, ines] = [await florin.signUp(), await florin.confirm(await florin.signUp())];
    for (const asked of [await askForMoney(hana, ines), await askForMoney(hana, undefined)]) {
      const canceled = await cancel(hana, asked);
      expect(canceled).toMatchObject({ state: 'cancelled', direction: 'outgoing' });
      expect(await cancel(hana, asked)).toEqual(canceled);
    }
  });

  test('lets only the requester cancel a request', async () => {
    const [hana, ines, mallory] = [
      await florin.signUp(),
      await florin.confirm(await florin.signUp()),
      await florin.signUp(),
    ];
    const asked = await askForMoney(hana, ines);
    const link = await askForMoney(hana, undefined);
    for (const [who, which] of [
      [ines, asked],
      [mallory, asked],
      [mallory, link],
    ] as const)
      await expect(cancel(who, which)).rejects.toMatchObject(refusedWith('not_found'));
  });

  test('rejects canceling a paid or declined request', async () => {
    const [hana, ines] = [await florin.signUp(), await florin.confirm(await florin.signUpWith('100.00'))];
    const [paid, declined] = [await askForMoney(hana, ines), await askForMoney(hana, ines)];
    await pay(ines, paid);
    await decline(ines, declined);
    for (const asked of [paid, declined])
      await expect(cancel(hana, asked)).rejects.toMatchObject(refusedWith('request_not_open'));
  });
});
