import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const wallet = async ({ client }: TestMember, currency: string) =>
  (await client.call(endpoints.listWallets)).find((one) => one.currency === currency)?.available_exact;

/** The balance of a bank account in the books, and at the bank by its last statement. */
async function balances(id: string) {
  const { rows } = await florin.database.pool.query<{ books: bigint; bank: bigint }>(
    `select -b.posted as books, a.balance as bank from operator_accounts a
     join books.house_balances b on b.kind = 'bank:' || a.id where a.id = $1`,
    [id],
  );
  return rows[0];
}

describe('a simulated bank transfer', () => {
  test.each(['USD', 'EUR', 'GBP'] as const)(
    'a simulated bank transfer in %s comes in on a statement and is credited',
    async (currency) => {
      const ines = await florin.signUp('Inês Müller');
      const body = { amount: '25.10', currency };
      const line = await ines.client.call(endpoints.simulateBankTransfer, { body });
      expect(line).toMatchObject({
        type: 'deposit',
        amount_exact: '25.10',
        currency,
        status: 'completed',
        description: 'Added by bank transfer from Inês Müller',
      });
      expect(await wallet(ines, currency)).toBe('25.10');
      const { books, bank } = (await balances(`sandbox-${currency.toLowerCase()}`)) ?? {};
      expect(books).toBe(bank);
    },
  );

  test('a simulated bank transfer is credited once per idempotency key, even in parallel, and its statements continue each other', async () => {
    const members = await Promise.all(Array.from({ length: 5 }, (_, i) => florin.signUp(`Member Number${i}`)));
    await Promise.all(
      members.flatMap(({ client }) => {
        const idempotencyKey = randomUUID();
        const call = () =>
          client.call(endpoints.simulateBankTransfer, { body: { amount: '3.00' } }, { idempotencyKey });
        return [call(), call(), call()];
      }),
    );
    for (const member of members) expect(await wallet(member, 'USD')).toBe('3.00');
    const { books, bank } = (await balances('sandbox-usd')) ?? {};
    expect(books).toBe(bank);
  });

  test('a simulated bank transfer has the same bounds as every deposit', async () => {
    const { client } = await florin.signUp();
    await expect(client.call(endpoints.simulateBankTransfer, { body: { amount: '0.50' } })).rejects.toMatchObject({
      body: { code: 'invalid_amount' },
    });
  });
});

describe('the instructions for a bank transfer', () => {
  test('the instructions for a bank transfer name the account, the reference and, in euros, a QR code', async () => {
    const { client } = await florin.signUp();
    const all = await client.call(endpoints.getFundingInstructions);
    expect(all.map(({ currency }) => currency)).toEqual(['USD', 'EUR', 'GBP']);
    const euro = all[1];
    expect(euro).toMatchObject({
      holder: 'Florin Sandbox',
      account: [
        { label: 'IBAN', value: 'DE75 5121 0800 1245 1261 99' },
        { label: 'BIC', value: 'FLORDEFFXXX' },
      ],
      can_simulate: true,
    });
    expect(euro?.reference_printed.replaceAll(' ', '')).toBe(euro?.reference);
    expect(euro?.qr?.split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      'FLORDEFFXXX',
      'Florin Sandbox',
      'DE75512108001245126199',
      '',
      '',
      euro?.reference,
    ]);
    expect([all[0]?.qr, all[2]?.qr]).toEqual([null, null]);
    expect(await client.call(endpoints.getFundingInstructions)).toEqual(all);
  });
});
