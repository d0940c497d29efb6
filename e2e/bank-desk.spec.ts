import { Buffer } from 'node:buffer';
import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { statementOf } from './bank-statement.ts';
import { operatorOf, secondOperatorOf } from './operator.ts';
import { expect, test } from './product.ts';
import { expectFieldError, toast } from './screen.ts';

const area = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const files = (page: Page) => area(page, 'Bank files');
const unique = (word: string) => `${word}${Date.now().toString(36)}`;

/** Shows the lines of this test, because other tests also add lines. */
async function lineOf(page: Page, text: string) {
  const money = area(page, 'Unallocated money');
  const all = money.getByRole('button', { name: /^Show all/ });
  await expect(money.getByRole('table')).toBeVisible();
  if (await all.isVisible()) await all.click();
  return money.getByRole('row').filter({ hasText: text });
}

test('two operators credit the unknown transfers of a statement to a member', async ({
  page,
  baseURL,
  newMember,
  newBrowser,
  open,
  provoke,
}) => {
  test.slow();
  const operator = await operatorOf(baseURL ?? '');
  const member = await newMember({ name: unique('Piet') });
  const [small, large, capital] = [unique('Rent'), unique('House'), unique('Capital')];
  const statement = {
    name: `${unique('statement')}.xml`,
    mimeType: 'application/xml',
    buffer: Buffer.from(
      statementOf([
        { amount: '20.07', payer: 'P. de Vries', text: small },
        { amount: '2480.09', payer: 'Baker & Sons', text: large },
        { amount: '1.11', payer: 'Florin Holding', text: capital },
        { amount: '-3.00', payer: 'Stadtwerke', text: unique('Power') },
      ]),
    ),
  };
  await open(page, operator, '/operations#bank');

  await test.step('a statement is uploaded, and the same file again changes nothing', async () => {
    await expect(page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: /^Bank/ })).toBeVisible();
    await files(page).getByLabel('Bank files to upload').setInputFiles(statement);
    await expect(files(page)).toContainText(`${statement.name} was imported: 4 lines, 4 new.`);
    await files(page).getByLabel('Bank files to upload').setInputFiles(statement);
    await expect(files(page)).toContainText(`${statement.name} was imported before. Nothing changed.`);
    const row = files(page).getByRole('row').filter({ hasText: statement.name });
    await expect(row).toContainText(operator.email);
    const euros = area(page, 'Bank accounts').getByRole('row').filter({ hasText: 'sandbox-eur' });
    await expect(euros).toContainText('DE75 5121 0800 1245 1261 99');
    await expect(area(page, 'Client money').getByRole('row').filter({ hasText: 'Euro' })).toContainText('€');
    provoke(422);
    const broken = { ...statement, name: 'broken.xml', buffer: Buffer.from('<Document>') };
    await files(page).getByLabel('Bank files to upload').setInputFiles(broken);
    await expect(files(page)).toContainText(/broken\.xml was refused\. Nothing of it was imported\.Line 1 of the file/);
  });

  await test.step('one operator credits the small line, and the member sees it in the history', async () => {
    const row = await lineOf(page, small);
    await expect(row).toContainText('The text has no member’s payment reference.');
    await row.getByRole('button', { name: /^Credit to a member/ }).click();
    const question = dialog(page, 'Credit €20.07 to a member');
    await question.getByLabel('Member’s email').fill('stranger@florin.example');
    await question.getByLabel('Reason').fill('The payer called.');
    await expectAccessible(page, 'a credit');
    provoke(404);
    await question.getByRole('button', { name: 'Credit €20.07' }).click();
    await expectFieldError(question.getByLabel('Member’s email'), 'No open account has this address.');
    await question.getByLabel('Member’s email').fill(member.email);
    await question.getByRole('button', { name: 'Credit €20.07' }).click();
    await expect(toast(page, `€20.07 credited to ${member.email}`)).toBeVisible();
    await expect(row).toHaveCount(0);
    const theirs = await newBrowser();
    await open(theirs, member, '/transactions');
    await expect(theirs.getByRole('main')).toContainText('+€20.07');
  });

  await test.step('two operators book the institution’s own money as own funds', async () => {
    const row = await lineOf(page, capital);
    await row.getByRole('button', { name: /^Book as own funds/ }).click();
    const question = dialog(page, 'Propose to book €1.11 as own funds?');
    await question.getByLabel('How do you know?').fill(`The owners paid it in, ${capital}.`);
    await expectAccessible(page, 'own funds');
    await question.getByRole('button', { name: 'Propose' }).click();
    await expect(row).toContainText('Waits for a second operator');

    const theirs = await newBrowser();
    await open(theirs, await secondOperatorOf(baseURL ?? ''), '/operations#proposals');
    const proposed = area(theirs, 'Needs a second operator').getByRole('row').filter({ hasText: capital });
    await expect(proposed).toContainText('from Florin Holding');
    await proposed.getByRole('button', { name: /^Approve/ }).click();
    const approval = dialog(theirs, 'Approve: book as own funds, €1.11?');
    await approval.getByLabel('What did you check?').fill('The bank account of the owners');
    await approval.getByRole('button', { name: 'Approve' }).click();
    await expect(toast(theirs, 'Approved and done')).toBeVisible();
    await expect(proposed).toHaveCount(0);
    await page.reload(); // the product would not reload data that is less than two seconds old
    await expect(await lineOf(page, capital)).toHaveCount(0);
  });

  await test.step('the large line needs a second operator', async () => {
    const row = await lineOf(page, large);
    await row.getByRole('button', { name: /^Credit to a member/ }).click();
    const question = dialog(page, 'Credit €2,480.09 to a member');
    await question.getByLabel('Member’s email').fill(member.email);
    await question.getByLabel('Reason').fill(`The contract is on file, ${large}.`);
    await question.getByRole('button', { name: 'Propose €2,480.09' }).click();
    await expect(toast(page, 'Proposed. A second operator must approve')).toBeVisible();
    await expect(row).toContainText('Waits for a second operator');

    const theirs = await newBrowser();
    await open(theirs, await secondOperatorOf(baseURL ?? ''), '/operations#proposals');
    const proposed = area(theirs, 'Needs a second operator').getByRole('row').filter({ hasText: large });
    await expect(proposed).toContainText('from Baker & Sons');
    await proposed.getByRole('button', { name: /^Approve/ }).click();
    const approval = dialog(theirs, 'Approve: credit unallocated money, €2,480.09?');
    await expect(approval).toContainText(`If you approve, ${member.name} gets €2,480.09. This can’t be undone.`);
    await approval.getByLabel('What did you check?').fill('The contract');
    await expectAccessible(theirs, 'the approval of a credit');
    await approval.getByRole('button', { name: 'Approve' }).click();
    await expect(toast(theirs, 'Approved and done')).toBeVisible();
    await expect(proposed).toHaveCount(0);
    await page.reload(); // the product would not reload data that is less than two seconds old
    await expect(await lineOf(page, large)).toHaveCount(0);
  });

  const wallets = await member.api.call(endpoints.listWallets);
  expect(wallets.find(({ currency }) => currency === 'EUR')?.available_exact).toBe('2500.16');
});
