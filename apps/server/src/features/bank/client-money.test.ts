import { Buffer } from 'node:buffer';
import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { camt053, type GivenStatement } from '../../../test/camt053.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { uploadFile } from '../../../test/upload-file.ts';
import { setRole } from '../identity/operators/change-user.ts';
import { clientMoney, coveredPercent, UnequalBooks, type ClientMoney } from './client-money.ts';
import { logShortfalls } from './watch-client-money.ts';

const eurIban = 'DE75512108001245126199';

let florin: TestApp;
let olu: TestMember;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  [olu, ines] = [await florin.signUp('Olu'), await florin.signUpWith('1000.00', 'Ines Almeida')];
  await setRole(florin.database.pool, olu.user.id, 'operator', { operator: 'command line' });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

async function money(currency: 'USD' | 'EUR'): Promise<ClientMoney> {
  const all = await clientMoney(florin.database.pool, florin.app.dependencies.operatorAccounts, true);
  const found = all.find((each) => each.currency === currency);
  if (!found) throw new Error(`no account in ${currency}`);
  return found;
}
const euros = (given: Partial<GivenStatement>) =>
  uploadFile(florin, olu, endpoints.uploadBankFile, {
    name: 'statement.xml',
    bytes: Buffer.from(camt053([{ iban: eurIban, currency: 'EUR', ...given }])),
  });

describe('client money', () => {
  test('client money includes reserved money, money for invited people, and card money in transit', async () => {
    const before = await money('USD');
    expect(before).toEqual({ currency: 'USD', owed: 1000_00n, safeguarded: 0n, inTransit: 1000_00n });
    await ines.client.call(endpoints.sendMoney, {
      body: { recipient_email: 'invited@florin.example', amount: '100.00' },
    });
    const bank = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    await ines.client.call(endpoints.withdraw, { body: { amount: '80.00', payment_method_id: bank.id } });
    expect(await money('USD')).toEqual(before);
  });

  test('client money does not count an announced deposit before it arrives', async () => {
    const before = await money('USD');
    const bank = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    await ines.client.call(endpoints.addFunds, { body: { amount: '250.44', payment_method_id: bank.id } });
    expect(await money('USD')).toEqual(before);
  });

  test('client money is short by the currency that members bought from the house', async () => {
    await ines.client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '100.00' } });
    const { owed, safeguarded, inTransit } = await money('EUR');
    expect([owed > 0n, safeguarded, inTransit]).toEqual([true, 0n, 0n]);
    const dollars = await money('USD');
    expect(coveredPercent(dollars)).toBeGreaterThan(100);
  });

  test('client money counts unallocated money and safeguarding accounts, but no account of own funds', async () => {
    const before = await money('EUR');
    await euros({ opening: '0.00', closing: '40.00', lines: [{ amount: '40.00', day: '2026-11-20', id: 'A' }] });
    const after = await money('EUR');
    expect([after.owed - before.owed, after.safeguarded]).toEqual([40_00n, 40_00n]);
    const accounts = florin.app.dependencies.operatorAccounts.map((account) => ({
      ...account,
      purpose: account.currency === 'EUR' ? ('own_funds' as const) : account.purpose,
    }));
    const all = await clientMoney(florin.database.pool, accounts, true);
    expect(all.map(({ currency }) => currency)).not.toContain('EUR');
  });

  test('client money is not reported if the wallets contradict it', async () => {
    const { ownerPool, pool } = florin.database;
    const change = (by: number) =>
      ownerPool.query(
        `update ledger.accounts set posted = posted + $1 where owner = $2 and asset = 'USD' and kind = 'wallet'`,
        [by, ines.user.id],
      );
    await change(1);
    const { operatorAccounts } = florin.app.dependencies;
    await expect(clientMoney(pool, operatorAccounts, true)).rejects.toThrow(UnequalBooks);
    await change(-1);
    await clientMoney(pool, operatorAccounts, true);
  });

  test.each([
    [{ owed: 0n, safeguarded: 5n, inTransit: 0n }, null],
    [{ owed: 100_00n, safeguarded: 99_99n, inTransit: 0n }, 99.99],
    [{ owed: 1_000_000_00n, safeguarded: 999_999_99n, inTransit: 0n }, 99.99],
    [{ owed: 3n, safeguarded: 4n, inTransit: 0n }, 133.33],
    [{ owed: 3n, safeguarded: 0n, inTransit: -1n }, -33.34],
    [{ owed: 3n, safeguarded: 2n, inTransit: 1n }, 100],
  ])('client money of %o is covered to %s percent, rounded down', (given, percent) => {
    expect(coveredPercent({ currency: 'EUR', ...given })).toBe(percent);
  });
});

test('missing client money is logged immediately, hourly, and when it is complete again', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (text: string) => void lines.push(text) });
  const { operatorAccounts } = florin.app.dependencies;
  const loggedAt = new Map();
  const run = () => logShortfalls({ pool: florin.database.pool, logger, operatorAccounts }, loggedAt);
  await run();
  await run();
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 50,
    event: 'client-money-short',
    currency: 'EUR',
    msg: 'client money is not fully safeguarded',
  });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 });
  await run();
  vi.useRealTimers();
  expect(lines).toHaveLength(2);
  await euros({ lines: [{ amount: '500.00', day: '2026-11-21', id: 'B' }] }); // unallocated: owed and there
  await run();
  expect(lines).toHaveLength(2);
});
