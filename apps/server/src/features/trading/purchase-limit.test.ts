import { endpoints, usdBalanceMethodId } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { shiftClock, type ShiftedClock } from '../../../test/shifted-clock.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let florin: TestApp;
let clock: ShiftedClock;
beforeAll(async () => {
  florin = await createTestApp();
  clock = await shiftClock(...florin.ledgers.map(({ ownerPool }) => ownerPool));
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

// Rules: plans-2
test("resets the plan's purchase limit at the start of each UTC month", async () => {
  const ines = await florin.signUpWith('2000.00');
  const buy = (amount_usd: string) =>
    ines.client.call(endpoints.buyCoins, {
      body: { crypto_symbol: 'BTC', amount_usd, payment_method_id: usdBalanceMethodId },
    });
  const usedUp = refusedWith('plan_limit_exceeded', { detail: expect.stringContaining('$0.00 is left this month') });
  const today = new Date();
  const nextMonth = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1);

  await buy('499.95');
  await clock.set(new Date(nextMonth - 60_000));
  await buy('0.05');
  await expect(buy('0.05')).rejects.toMatchObject(usedUp);
  await clock.set(new Date(nextMonth));
  await buy('500.00');
  await expect(buy('0.05')).rejects.toMatchObject(usedUp);

  const { rows } = await florin.database.ownerPool.query(
    `select slot, -posted as used from books.accounts where owner = $1 and kind = 'purchases-per-month' order by slot`,
    [ines.user.id],
  );
  const monthOf = (moment: number) => new Date(moment).toISOString().slice(0, 7);
  expect(rows).toEqual([
    { slot: monthOf(nextMonth - 60_000), used: 500_00n },
    { slot: monthOf(nextMonth), used: 500_00n },
  ]);
});
