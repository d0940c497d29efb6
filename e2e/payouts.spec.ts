import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { statementOf } from './bank-statement.ts';
import { expectFit } from './fit.ts';
import type { Member } from './members.ts';
import { operatorOf, secondOperatorOf } from './operator.ts';
import { startConfigured } from './own-product.ts';
import { expect, test as base } from './product.ts';
import { toast } from './screen.ts';

const common = { holder: 'Florin Example Ltd', bank: 'Example Bank', purpose: 'safeguarding' };
const euros = { ...common, id: 'main-eur', currency: 'EUR', iban: 'DE75512108001245126199' };
const dollars = {
  ...common,
  id: 'main-usd',
  currency: 'USD',
  routing_number: '021000021',
  account_number: '123456789',
  nacha: {
    immediate_destination: '021000021',
    immediate_origin: '1234567890',
    company_name: 'FLORIN',
    company_id: '1234567890',
    odfi_routing: '021000021',
  },
};

/** Withdrawals are paid by file only if the product has an operator account. */
const start = () => startConfigured({ 'florin.json': JSON.stringify({ operator_accounts: [euros, dollars] }) });

const test = base.extend<{ origin: string }>({
  origin: [async ({ products }, use) => use((await products.use(start)).origin), { timeout: 180_000 }],
  baseURL: async ({ origin }, use) => use(origin),
});

// One worker runs both tests, because each worker starts a separate product. The first test expects no batches.
test.describe.configure({ mode: 'default' });

const area = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

const theirs = {
  EUR: { currency: 'EUR', iban: 'NL91 ABNA 0417 1643 00' },
  USD: { currency: 'USD', routing_number: '121042882', account_number: '987001', account_type: 'checking' },
} as const;

/** Withdraws to the member's bank account. Adds the account the first time. */
async function withdraw({ api }: Member, amount: string, currency: 'EUR' | 'USD' = 'EUR') {
  const known = (await api.call(endpoints.listPaymentMethods)).find((method) => method.currency === currency);
  const { id } = known ?? (await api.call(endpoints.addBankAccount, { body: theirs[currency] }));
  await api.call(endpoints.withdraw, { body: { amount, currency, payment_method_id: id } });
}

/** Returns the bank's request for another account number, for the first payment in a NACHA file. */
function correctionOf(file: string): string {
  const [header = '', batch = '', entry = ''] = file.split('\r\n');
  const trace = entry.slice(79);
  const corrected = `621021000021${entry.slice(12, 29)}${'0'.repeat(10)}${entry.slice(39, 78)}1${trace}`;
  const totals = `000002${'0002100002'}${'0'.repeat(24)}`;
  const records = [
    header,
    `5200${batch.slice(4, 50)}COR${batch.slice(53)}`,
    corrected,
    `798C01${trace}${' '.repeat(6)}12104288${'555001234'.padEnd(44)}${trace}`,
    `8200${totals}1234567890${' '.repeat(25)}021000020000001`,
    `9000001000001${'00000002'}${'0002100002'}${'0'.repeat(24)}${' '.repeat(39)}`,
  ];
  return records.join('\n');
}

test('two operators pay withdrawals by file', async ({ page, origin, newMember, newBrowser, open }) => {
  test.slow();
  const [ines, piet] = [
    await newMember({ name: 'Ines Muller', funds: { EUR: '100.00' } }),
    await newMember({ name: 'Piet de Vries', funds: { EUR: '100.00' } }),
  ];
  const operator = await operatorOf(origin);
  const theirs = await newBrowser();
  await open(page, operator, '/operations#payouts');
  const ready = area(page, 'Ready payouts');
  await expect(ready).toContainText('No payouts to make');
  await expect(area(page, 'Payment batches')).toContainText('No batches yet');

  await test.step('one operator makes a batch, which the same operator cannot approve', async () => {
    await withdraw(ines, '40.00');
    await withdraw(piet, '25.50');
    const listed = async () => (await operator.api.call(endpoints.getPayoutDesk)).ready.length;
    await expect.poll(listed, { timeout: 60_000 }).toBe(2);
    // Reloads, because the screen's own refresh would take longer.
    await page.reload();
    await ready.getByLabel('Select all').check();
    await expect(ready).toContainText('2 payouts selected€65.50');
    await expectAccessible(page, 'ready withdrawals');
    await expectFit(page, 'ready withdrawals');
    await ready.getByRole('button', { name: 'Make batch' }).click();
    await expect(toast(page, 'Batch 1 made. A second operator must approve it')).toBeVisible();
    const row = area(page, 'Payment batches').getByRole('row').filter({ hasText: 'Batch 1' });
    await expect(row).toContainText('Waits for approval');
    await expect(row.getByRole('button', { name: 'Approve batch 1' })).toHaveAccessibleDescription(
      'You made it. Another operator must approve it.',
    );
    await expectAccessible(page, 'a batch that waits');
    await expectFit(page, 'a batch that waits');
  });

  await test.step('another operator approves it, downloads the file and gives it to the bank', async () => {
    await open(theirs, await secondOperatorOf(origin), '/operations#payouts');
    const row = area(theirs, 'Payment batches').getByRole('row').filter({ hasText: 'Batch 1' });
    await row.getByRole('button', { name: 'Approve batch 1' }).click();
    const approval = dialog(theirs, 'Approve batch 1?');
    await expect(approval).toContainText('wants to pay 2 payouts, €65.50 in total, from main-eur by SEPA.');
    const payments = approval.getByRole('region', { name: 'Payments of batch 1' });
    await expect(payments.getByRole('listitem')).toHaveCount(2);
    await expect(payments).toContainText('€25.50');
    await expectAccessible(theirs, 'the approval of a batch');
    await expectFit(theirs, 'the approval of a batch');
    await approval.getByRole('button', { name: 'Approve €65.50' }).click();
    await expect(toast(theirs, 'Batch 1 approved')).toBeVisible();
    await expect(row).toContainText('Ready for the bank');

    const saved = theirs.waitForEvent('download');
    await row.getByRole('button', { name: 'Download file of batch 1' }).click();
    const file = readFileSync(await (await saved).path());
    expect(file.toString()).toContain('<InstdAmt Ccy="EUR">25.50</InstdAmt>');
    const sha256 = createHash('sha256').update(file).digest('hex');
    await expect(row.getByTitle(sha256)).toHaveText(sha256.slice(0, 12));

    await row.getByRole('button', { name: 'Mark as given: batch 1' }).click();
    const question = dialog(theirs, 'Was batch 1 given to the bank?');
    await expectAccessible(theirs, 'giving a batch to the bank');
    await question.getByRole('button', { name: 'Mark as given' }).click();
    await expect(row).toContainText(/Given to the bank by second\.operator@florin\.example, \d\d:\d\d/);
    await theirs.setViewportSize({ width: 1280, height: 900 });
    const cells = row.locator('td');
    const tooNarrow = () => cells.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
    expect(await tooNarrow(), 'cells whose text reaches into the next').toBe(0);
    const order = area(theirs, 'Pending withdrawals and bank deposits').getByRole('row').filter({ hasText: ines.name });
    await expect(order.getByRole('button', { name: /^Release/ })).toHaveAccessibleDescription(
      'The bank has this withdrawal. Its statement or status file ends it.',
    );
    // The bar at the top covers buttons, depending on the scroll position.
    await theirs.evaluate(() => scrollTo(0, 0));
    await expectAccessible(theirs, 'a batch that the bank has');
  });

  await test.step('an operator takes back a batch, and its withdrawal is ready again', async () => {
    await withdraw(ines, '7.00');
    const listed = async () => (await operator.api.call(endpoints.getPayoutDesk)).ready.length;
    await expect.poll(listed, { timeout: 60_000 }).toBe(1);
    await page.reload();
    await ready.getByRole('row').filter({ hasText: ines.name }).getByRole('checkbox').check();
    await ready.getByRole('button', { name: 'Make batch' }).click();
    const row = area(page, 'Payment batches').getByRole('row').filter({ hasText: 'Batch 2' });
    await row.getByRole('button', { name: 'Take back batch 2' }).click();
    const question = dialog(page, 'Take back batch 2?');
    await question.getByLabel('Reason').fill('The wrong day');
    await question.getByRole('button', { name: 'Take back' }).click();
    await expect(row).toContainText('The wrong day');
    await expect(ready.getByRole('row').filter({ hasText: ines.name })).toContainText('€7.00');
  });
});

test('dollars go out by NACHA, and operators handle the bank’s corrections', async ({
  page,
  origin,
  newMember,
  open,
  provoke,
}) => {
  test.slow();
  const [operator, second] = [await operatorOf(origin), await secondOperatorOf(origin)];
  const member = await newMember({ name: 'Vera Novak', funds: { EUR: '20.00', USD: '100.00' } });
  await withdraw(member, '11.00', 'EUR');
  await withdraw(member, '31.00', 'USD');
  const mine = async () =>
    (await operator.api.call(endpoints.getPayoutDesk)).ready.filter(({ email }) => email === member.email);
  await expect.poll(async () => (await mine()).length, { timeout: 60_000 }).toBe(2);
  await open(page, operator, '/operations#payouts');
  const ready = area(page, 'Ready payouts');
  await ready.getByRole('group', { name: 'Currency' }).getByRole('button', { name: /^USD/ }).click();
  await ready.getByRole('row').filter({ hasText: member.name }).getByRole('checkbox').check();
  await expect(ready.getByLabel('Scheme')).toHaveValue('nacha');
  await expectFit(page, 'withdrawals in dollars');
  await ready.getByRole('button', { name: 'Make batch' }).click();
  const batches = area(page, 'Payment batches');
  const row = batches.getByRole('row').filter({ hasText: 'NACHA (ACH)' });
  await expect(row).toContainText('Waits for approval');
  const { id, number } = (await operator.api.call(endpoints.getPayoutDesk)).batches.find(
    ({ scheme }) => scheme === 'nacha',
  ) ?? { id: '', number: 0 };
  await second.api.call(endpoints.approveBatch, { params: { id } });
  await page.reload();
  const saved = page.waitForEvent('download');
  await row.getByRole('button', { name: `Download file of batch ${number}` }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe(`batch-${number}-main-usd.ach`);
  const file = readFileSync(await download.path()).toString();

  await test.step('the bank asks for another account number, and the operator finishes it', async () => {
    await page.goto('/operations#bank');
    const upload = (name: string, text: string) =>
      area(page, 'Bank files')
        .getByLabel('Bank files to upload')
        .setInputFiles({
          name,
          mimeType: 'text/plain',
          buffer: Buffer.from(text),
        });
    await upload('changes.ach', correctionOf(file));
    await expect(area(page, 'Bank files')).toContainText(
      'changes.ach was imported: 1 payment reported, 1 account correction.',
    );
    provoke(422);
    await upload('batch.ach', file);
    await expect(area(page, 'Bank files')).toContainText('batch.ach was refused.');
    const debit = { amount: '-31.00', payer: 'ACH', text: 'ACH SETTLEMENT' };
    await upload('statement.xml', statementOf([debit], { number: dollars.account_number, currency: 'USD' }));
    await expect(area(page, 'Bank files')).toContainText('statement.xml was imported: 1 line, 1 new.');
    await page.goto('/operations#payouts');
    const corrections = area(page, 'Account corrections');
    await expect(corrections).toContainText('The account number is wrong.');
    await expect(corrections).toContainText('C01, now •••• 1234');
    await expectAccessible(page, 'account corrections');
    await expectFit(page, 'account corrections');
    await corrections.getByRole('button', { name: `Done: correction of ${member.name}` }).click();
    await expectAccessible(page, 'the end of a correction');
    await dialog(page, 'Did you tell the member?').getByRole('button', { name: 'Done' }).click();
    await expect(corrections).toBeHidden();
  });

  await test.step('the operator connects the line, which names nothing, with the batch', async () => {
    await row.getByRole('button', { name: `Settle batch ${number}` }).click();
    const question = dialog(page, `Is this line about batch ${number}?`);
    await expect(question).toContainText(/−\$31\.00 of Nov 20(?:, 2026)?, “ACH SETTLEMENT”/);
    await expectAccessible(page, 'settling a batch');
    await question.getByRole('button', { name: 'Yes, connect the line' }).click();
    await expect(row).toContainText('1 settled');
  });
});
