import { endpoints } from '@florin/contract';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { uploadStatement } from './bank-statement.ts';
import { expectFit } from './fit.ts';
import { navigate } from './navigate.ts';
import { operatorOf, secondOperatorOf } from './operator.ts';
import { expect, test } from './product.ts';
import { toast } from './screen.ts';

const area = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const unique = (word: string) => `${word}${Date.now().toString(36)}`;
const account = 'NL91ABNA0417164300';

/** Shows the lines of this test, because other tests have more lines. */
async function lineOf(page: Page, text: string) {
  const money = area(page, 'Unallocated money');
  const all = money.getByRole('button', { name: /^Show all/ });
  await expect(money.getByRole('table')).toBeVisible();
  if (await all.isVisible()) await all.click();
  return money.getByRole('row').filter({ hasText: text });
}

test('an operator returns unallocated money to its payer, and keeps it again', async ({ page, baseURL, open }) => {
  test.slow();
  const operator = await operatorOf(baseURL ?? '');
  const [text, stays] = [unique('Rent'), unique('Cash')];
  await uploadStatement(baseURL ?? '', operator, [
    { amount: '20.11', payer: 'Piet de Vries', text, account },
    { amount: '20.12', payer: 'Piet de Vries', text: stays },
  ]);
  await open(page, operator, '/operations#bank');
  const row = await lineOf(page, text);
  await expect((await lineOf(page, stays)).getByRole('button', { name: /^Return/ })).toHaveAccessibleDescription(
    'The statement does not have the payer’s account number.',
  );
  await row.getByRole('button', { name: /^Return to the payer/ }).click();
  const question = dialog(page, 'Return €20.11 to its payer?');
  await question.getByLabel('Reason').fill('The payer asked for it.');
  await expectAccessible(page, 'a return to the payer');
  await question.getByRole('button', { name: 'Return €20.11' }).click();
  await expect(toast(page, '€20.11 waits for a payment batch')).toBeVisible();
  await expect(row).toContainText('Goes back to the payer');
  await navigate(page, '/operations#payouts');
  await expect(area(page, 'Ready payouts')).toContainText('Payer, from sandbox-eur');
  await expectFit(page, 'unallocated money that goes back');
  await page.setViewportSize({ width: 1280, height: 900 });
  await (await lineOf(page, text)).getByRole('button', { name: 'Keep €20.11' }).click();
  await dialog(page, 'Keep €20.11?').getByRole('button', { name: 'Keep €20.11' }).click();
  await expect(row.getByRole('button', { name: /^Credit to a member/ })).toBeVisible();
});

/** Expects the distance between a notice and the following element to equal the distance between a dialog's fields. */
async function expectRoomBelow(page: Page, text: Locator) {
  await expect(text).toBeVisible();
  const room = () =>
    text.evaluate((element) => {
      const notice = element.closest('output');
      const all = [...(notice?.closest('[role=dialog]')?.querySelectorAll('*') ?? [])];
      const bottom = notice?.getBoundingClientRect().bottom ?? 0;
      const tops = all
        .map((one) => one.getBoundingClientRect())
        .filter(({ height, top }) => height > 0 && top >= bottom);
      return Math.round(Math.min(...tops.map(({ top }) => top)) - bottom);
    });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(room).toBeGreaterThanOrEqual(16);
  }
}

test('operators take a deposit back and write off the receivable', async ({
  page,
  baseURL,
  newMember,
  newBrowser,
  open,
}) => {
  test.slow();
  const operator = await operatorOf(baseURL ?? '');
  const [member, friend] = [await newMember({ name: unique('Ines') }), await newMember()];
  const [instruction] = (await member.api.call(endpoints.getFundingInstructions)).filter(
    ({ currency }) => currency === 'EUR',
  );
  const endToEnd = unique('E2E');
  const transfer = { amount: '40.00', payer: member.name, text: instruction?.reference ?? '', account, endToEnd };
  await uploadStatement(baseURL ?? '', operator, [transfer]);
  const send = { recipient_email: friend.email, amount: '30.00', currency: 'EUR' } as const;
  await member.api.call(endpoints.sendMoney, { body: send });

  await test.step('one operator finds the deposit and takes it back', async () => {
    await open(page, operator, '/operations#bank');
    const recalls = area(page, 'Recalls');
    await expect(recalls).toContainText('Does a bank want a deposit back?');
    await recalls.getByRole('searchbox', { name: 'Search deposits' }).fill(endToEnd);
    const found = recalls.getByRole('row').filter({ hasText: member.email });
    await expectAccessible(page, 'deposits found');
    await found.getByRole('button', { name: /^Take back/ }).click();
    const question = dialog(page, 'Take back €40.00?');
    await question.getByLabel('What does the bank say?').fill('camt.056 of today');
    await expectAccessible(page, 'a recall');
    await question.getByRole('button', { name: 'Take back €40.00' }).click();
    await expect(toast(page, '€40.00 taken back')).toBeVisible();
    await expect(recalls).toContainText('No deposits found');
    const owed = area(page, 'Receivables').getByRole('row').filter({ hasText: member.email });
    await expect(owed).toContainText('€30.60');
    await expectFit(page, 'receivables');
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step('the member reads why, and cannot send', async () => {
    const theirs = await newBrowser();
    await open(theirs, member, '/transactions');
    await expect(theirs.getByRole('main')).toContainText(`Deposit from ${member.name} taken back`);
    await navigate(theirs, '/notifications');
    await expect(theirs.getByRole('main')).toContainText('Your deposit of €40.00 was taken back');
    await expect(theirs.getByRole('main')).toContainText('You owe €30.60. Add it to send and withdraw money again');
    await navigate(theirs, '/dashboard?add=EUR');
    await expectRoomBelow(theirs, dialog(theirs, 'Add Funds').getByText('You owe €30.60.'));
    await theirs.keyboard.press('Escape');
    await theirs.getByRole('button', { name: 'Withdraw' }).first().click();
    await expectRoomBelow(theirs, theirs.getByRole('dialog').getByText('You owe €30.60.'));
    const refused = member.api.call(endpoints.sendMoney, { body: { ...send, amount: '1.00' } });
    await expect(refused).rejects.toMatchObject({ status: 403, body: { code: 'account_restricted' } });
  });

  await test.step('two operators write off the rest', async () => {
    const owed = area(page, 'Receivables').getByRole('row').filter({ hasText: member.email });
    await owed.getByRole('button', { name: /^Write off/ }).click();
    const question = dialog(page, 'Propose to write off €30.60?');
    const reason = unique('Lost');
    await question.getByLabel('Reason').fill(reason);
    await expectAccessible(page, 'a write-off');
    await question.getByRole('button', { name: 'Propose' }).click();
    await expect(owed).toContainText('Waits for a second operator');
    const theirs = await newBrowser();
    await open(theirs, await secondOperatorOf(baseURL ?? ''), '/operations#proposals');
    const proposed = area(theirs, 'Needs a second operator').getByRole('row').filter({ hasText: reason });
    await proposed.getByRole('button', { name: /^Approve/ }).click();
    const approval = dialog(theirs, 'Approve: write off receivable, €30.60?');
    await approval.getByLabel('What did you check?').fill('The letters');
    await approval.getByRole('button', { name: 'Approve' }).click();
    await expect(toast(theirs, 'Approved and done')).toBeVisible();
    await page.reload(); // the list may still count as fresh, and would not load again otherwise
    await expect(owed).toHaveCount(0);
  });
});
