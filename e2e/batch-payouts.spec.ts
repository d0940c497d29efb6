import { readFile } from 'node:fs/promises';
import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { turnOnTwoFactor } from './authenticator-app.ts';
import { batchFile, chooseBatchFile } from './batch-file.ts';
import { expectCleanBooks } from './books.ts';
import { accept, actingClient, invite, openBusiness } from './business-people.ts';
import { addFunds, uniqueEmail } from './members.ts';
import { expect, test } from './product.ts';
import { toast } from './screen.ts';

// The test uses four people in four windows.
test.describe.configure({ timeout: 300_000 });

const dialog = (page: Page) => page.getByRole('dialog');
const rowOf = (page: Page, recipient: string) => page.getByRole('row').filter({ hasText: recipient });

async function approve(page: Page, password: string) {
  await page.getByRole('button', { name: /^Approve Batch payout payroll\.csv/ }).click();
  await dialog(page).getByLabel('Current password').fill(password);
  await dialog(page).getByRole('button', { name: 'Approve' }).click();
  await expect(toast(page, /^Approved: Batch payout/)).toBeVisible();
}

async function resultOf(page: Page): Promise<string[]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download result (CSV)' }).click();
  return (await readFile(await (await download).path(), 'utf8')).trim().split(/\r?\n/);
}

test('a business pays a file of payments once, with the approval of another person', async ({
  page,
  baseURL,
  newMember,
  newBrowser,
  open,
}) => {
  const origin = baseURL ?? '';
  const owner = await newMember({ name: 'Ines Almeida', confirmed: true });
  const [payer, other, approver, lea, ada] = [
    await newMember({ name: 'Jonas Weber', confirmed: true }),
    await newMember({ name: 'Vera Lund', confirmed: true }),
    await newMember({ name: 'Lea Martin', confirmed: true }),
    await newMember({ name: 'Lea Baker', confirmed: true }),
    await newMember({ name: 'Ada Nowak', confirmed: true }),
  ];
  await open(page, owner);
  const handle = await openBusiness(page, origin, owner, 'Acme Bakery');
  const at = (path: string) => `/b/${handle}${path}`;
  const own = actingClient(origin, owner, handle);
  await addFunds({ api: own }, { USD: '450.00' });
  for (const [person, role] of [
    [payer, 'payer'],
    [other, 'payer'],
    [approver, 'approver'],
  ] as const)
    await accept(person, await invite(origin, own, person, role));
  const newcomer = uniqueEmail('new');
  const fileWith = (amount: string) =>
    batchFile([
      `${lea.email},200.00,USD,Salary November,P-1`,
      `${ada.email},${amount},USD,Salary November,P-2`,
      `${newcomer},20.00,USD,Welcome,P-3`,
    ]);
  const payroll = fileWith('200.00');

  const payerPage = await newBrowser();
  await test.step('a payer uploads a file and sees its errors', async () => {
    await open(payerPage, payer, at('/dashboard'));
    await payerPage.getByRole('button', { name: 'Account' }).click();
    await payerPage.getByRole('menuitem', { name: 'Batch Payouts' }).click();
    await expect(payerPage.getByText('No files yet')).toBeVisible();
    await chooseBatchFile(payerPage, fileWith('ten dollars'));
    await expect(payerPage.getByRole('heading', { name: '1 error in 1 row' })).toBeVisible();
    const error = payerPage.getByRole('region', { name: 'Errors of the file, a table' }).getByRole('row').nth(1);
    await expect(error).toContainText('ten dollars');
    await expect(error).toContainText('This is not an amount. Write it like 1234.50.');
    await expect(payerPage.getByRole('button', { name: 'Start' })).toHaveCount(0);
  });

  await test.step('the payer uploads the corrected file and starts it', async () => {
    await chooseBatchFile(payerPage, payroll, { label: 'Corrected file' });
    await expect(payerPage.getByRole('heading', { name: '3 payments, ready to start' })).toBeVisible();
    await payerPage.getByRole('button', { name: 'Start' }).click();
    await expect(dialog(payerPage)).toContainText('Payments to new recipients above $250.00 need one approval');
    await dialog(payerPage).getByRole('button', { name: 'Pay $428.40' }).click();
    await expect(toast(payerPage, 'payroll.csv waits for approval. Nothing is paid yet.')).toBeVisible();
    await expect(payerPage.getByText('Ines Almeida or Lea Martin')).toBeVisible();
    expect((await lea.api.call(endpoints.me)).balances.usd_exact).toBe('0.00');
  });
  const batchPath = new URL(payerPage.url()).pathname;

  await test.step('money that leaves meanwhile is missing for a row later', () =>
    own.call(endpoints.sendMoney, { body: { recipient_email: lea.email, amount: '25.00' } }));

  const approverPage = await newBrowser();
  await test.step('another person approves it, and the payer watches it run to the end', async () => {
    await open(approverPage, approver, at('/approvals'));
    await expect(approverPage.getByRole('link', { name: /^See all rows/ })).toHaveAttribute('href', batchPath);
    await approve(approverPage, approver.password);
    await expect(payerPage.getByRole('heading', { name: '2 paid, 1 failed' })).toBeVisible({ timeout: 30_000 });
  });

  await test.step('the result lists each row, and only one of them failed', async () => {
    const [header = '', ...lines] = await resultOf(payerPage);
    expect(header).toMatch(/^row,recipient,amount,currency,fee,note,reference,state,message,/);
    expect(lines.map((line) => line.split(',')[1])).toEqual([lea.email, ada.email, newcomer]);
    expect(lines.filter((line) => line.includes(',failed,'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes(',paid,'))).toHaveLength(2);
  });

  await test.step('the same file of another person opens the earlier one and pays nothing again', async () => {
    const otherPage = await newBrowser();
    await open(otherPage, other, at('/batch-payouts'));
    await chooseBatchFile(otherPage, payroll, { name: 'again.csv' });
    await expect(otherPage).toHaveURL(batchPath);
    await expect(otherPage.getByText(/^Jonas Weber uploaded this file on .* It is not paid again\./)).toBeVisible();
    await expect(otherPage.getByRole('button', { name: 'Start' })).toHaveCount(0);
  });

  await test.step('the failed row is paid by a retry after money was added', async () => {
    await expect(payerPage.getByRole('button', { name: 'Retry failed' })).toHaveAttribute('aria-disabled', 'true');
    await addFunds({ api: own }, { USD: '500.00' });
    await payerPage.getByRole('button', { name: 'Retry failed', disabled: false }).click();
    await dialog(payerPage)
      .getByRole('button', { name: /^Pay \$/ })
      .click();
    await expect(dialog(payerPage)).toHaveCount(0);
    await expect(payerPage.getByRole('heading', { name: '3 paid' })).toBeVisible({ timeout: 30_000 });
    await expect(rowOf(payerPage, newcomer)).toContainText('Waits until');
  });

  await test.step('each row was paid once, and the books balance', async () => {
    expect((await lea.api.call(endpoints.me)).balances.usd_exact).toBe('225.00');
    expect((await ada.api.call(endpoints.me)).balances.usd_exact).toBe('200.00');
    await expectCleanBooks();
  });
});

test('a member confirms the start of a file with the second factor, and stops at Cancel', async ({
  page,
  baseURL,
  newMember,
  open,
  provoke,
}) => {
  const member = await newMember({ name: 'Nora Lind', confirmed: true, funds: { USD: '100.00' } });
  const piet = await newMember({ name: 'Piet Mondriaan', confirmed: true });
  const { app } = await turnOnTwoFactor(baseURL ?? '', member);
  await open(page, { ...member, user: await member.api.call(endpoints.me) }, '/send');
  await page.getByRole('link', { name: 'Pay many people at once' }).click();
  await chooseBatchFile(page, batchFile([`${piet.email},10.00,USD,Thanks,T-1`, `${piet.email},5.00,USD,Thanks,T-2`]));
  await page.getByRole('button', { name: 'Start' }).click();
  const stepUp = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const pay = dialog(page).getByRole('button', { name: 'Pay $15.30' });
  provoke(403);

  await pay.click();
  await expect(stepUp).toContainText('To start this batch payout');
  await stepUp.getByRole('button', { name: 'Cancel' }).click();
  await expect(pay).toBeVisible();
  expect((await piet.api.call(endpoints.me)).balances.usd_exact).toBe('0.00');

  await pay.click();
  await stepUp.getByLabel('Six-digit code').fill(app.code());
  await expect(page.getByRole('heading', { name: '2 paid' })).toBeVisible({ timeout: 30_000 });
  expect((await piet.api.call(endpoints.me)).balances.usd_exact).toBe('15.00');
});
