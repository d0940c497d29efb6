import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { issueInvoice, payInvoice, tokenOf, writeInvoice } from '../../../test/write-invoice.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const close = ({ client, password }: TestMember) =>
  client.call(endpoints.closeAccount, { body: { current_password: password } });

async function tablesNaming(text: string): Promise<string[]> {
  const { ownerPool } = florin.database;
  const names = ['invoices', 'invoice_series', 'invoice_settings', 'invoice_payments'];
  const counts = await Promise.all(
    names.map(async (name) => {
      const { rowCount } = await ownerPool.query(`select from ${name} t where to_jsonb(t)::text like $1`, [
        `%${text}%`,
      ]);
      return rowCount === 0 ? [] : [name];
    }),
  );
  return counts.flat();
}

describe('the personal data of invoices', () => {
  test("the data export contains the member's invoices with their payments, and the settings", async () => {
    const [hana, ines] = [await florin.signUp('Hana'), await florin.signUpWith('100.00', 'Ines')];
    const invoice = await issueInvoice(hana);
    await payInvoice(ines, invoice, '10.00');
    await writeInvoice(hana);
    const answer = await florin.app.http.inject({
      method: 'GET',
      url: `/api${endpoints.exportMyData.path}`,
      headers: { authorization: `Bearer ${hana.token}` },
    });
    expect(answer.json()).toMatchObject({
      invoices: [{ state: 'draft' }, { number: invoice.number, payments: [{ amount_exact: '10.00' }] }],
      invoice_settings: { rounding: 'total' },
    });
  });

  test("an account with open invoices cannot be closed, and a closed account leaves no invoices except in the payers' history", async () => {
    const [hana, ines] = [await florin.signUp('Hana'), await florin.signUpWith('200.00', 'Ines')];
    const [paid, open] = [await issueInvoice(hana), await issueInvoice(hana)];
    await payInvoice(ines, paid, '120.00');
    await hana.client.call(endpoints.sendMoney, { body: { recipient_email: ines.user.email, amount: '117.64' } });
    await expect(close(hana)).rejects.toMatchObject(
      refusedWith('account_not_empty', { detail: expect.stringContaining('invoices are still open') }),
    );
    const { client } = hana;
    await client.call(endpoints.creditInvoice, { params: { id: open.id }, body: { mail: false } });
    await close(hana);
    expect(await tablesNaming(hana.user.id)).toEqual([]);
    const params = { token: tokenOf(paid) };
    await expect(florin.client.call(endpoints.getPublicInvoice, { params })).rejects.toMatchObject(
      refusedWith('not_found'),
    );
    const lines = await ines.client.call(endpoints.listTransactions, { query: {} });
    expect(lines.map(({ description }) => description)).toContain(`Paid invoice ${paid.number}`);
  });
});
