import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { send } from './members.ts';
import { expect, test } from './product.ts';

const preview = (page: Page) => page.getByRole('region', { name: 'What others will see' });

async function downloaded(page: Page): Promise<string> {
  const coming = page.waitForEvent('download');
  await preview(page).getByRole('button', { name: 'Download' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('florin-statement.txt');
  return readFile(await download.path(), 'utf8');
}

/** Returns the statement with one changed letter in its signature. */
const changed = (statement: string) =>
  statement.replace(/\.(.)([\w-]{85}~)/, (_, letter: string, rest: string) => `.${letter === 'A' ? 'B' : 'A'}${rest}`);

for (const [name, width] of [
  ['a phone', 390],
  ['a wide window', 1280],
] as const)
  test(`a member states a balance on ${name}, and a visitor checks the statement without an account`, async ({
    freshBrowser,
    newMember,
    open,
    provoke,
  }) => {
    const member = await newMember({ name: 'Nora Lind', funds: { USD: '300.00' } });
    const page = await freshBrowser({ viewport: { width, height: 844 } });
    await open(page, member, '/profile/proof');
    await page.getByRole('link', { name: 'Share a statement' }).click();
    let statement = '';

    await test.step('a balance that is too low is refused', async () => {
      provoke(409);
      await page.getByLabel('Available balance is at least').fill('300.01');
      await page.getByRole('button', { name: 'Make the statement' }).click();
      await expect(page.getByText('The available balance is lower than this.')).toBeVisible();
    });

    await test.step('the member sees what others will see', async () => {
      await page.getByLabel('Available balance is at least').fill('250');
      await page.keyboard.press('Enter');
      await expect(preview(page)).toContainText('The available balance was at least $250.00 USD.');
      await expect(preview(page)).not.toContainText('Nora Lind');
      await expectAccessible(page, 'a statement that was made');
      statement = await downloaded(page);
      expect(statement.split('~')).toHaveLength(2);
      await preview(page).getByText('The name on this account').click();
      await expect(preview(page)).toContainText('Nora Lind (identity not verified)');
      expect((await downloaded(page)).split('~')).toHaveLength(3);
    });

    await test.step('a visitor opens the link, and only the key is fetched', async () => {
      const visitor = await freshBrowser({ viewport: { width, height: 844 } });
      const requests: string[] = [];
      visitor.on('request', (request) => requests.push(request.url() + (request.postData() ?? '')));
      await visitor.goto(`/verify#${statement}`);
      await expect(visitor.getByText('This statement is valid')).toBeVisible();
      await expect(visitor.getByText('this site publishes it')).toBeVisible();
      await expect(visitor.getByRole('region', { name: 'What it says' })).toContainText('Not shown');
      expect(requests.filter((request) => request.includes(statement.slice(0, 20)))).toEqual([]);
      await expectAccessible(visitor, 'a verified statement');
      await visitor.goto(`/verify#${changed(statement)}`);
      await expect(visitor.getByText('This statement is not valid')).toBeVisible();
      await expect(visitor.getByText('at least $250.00')).toBeHidden();
      await visitor.getByLabel('Or paste a statement or its link').fill(statement);
      await expect(visitor.getByText('This statement is valid')).toBeVisible();
    });
  });

test('a member states an income, with the payer’s name and the months only if chosen', async ({
  page,
  newMember,
  open,
}) => {
  const [member, acme] = [await newMember(), await newMember({ name: 'Acme Payroll', funds: { USD: '300.00' } })];
  await open(page, member, '/profile/proof/statement');
  await page.getByRole('button', { name: 'An income' }).click();
  await expect(page.getByText('No payments from members yet')).toBeVisible();
  await send(acme, member, '120.50');
  await page.reload();
  await page.getByRole('button', { name: 'An income' }).click();
  await expect(page.getByLabel('Payer')).toContainText('Acme Payroll');
  const [thisMonth = ''] = await page.getByLabel('Last month').locator('option').allTextContents();
  await page.getByLabel('Last month').selectOption(thisMonth);
  await page.getByRole('button', { name: 'Make the statement' }).click();
  await expect(preview(page)).toContainText('The income from one payer was $120.50 USD from');
  await expect(preview(page)).toContainText('Acme Payroll (identity not verified)');
  await preview(page).getByText('The payer’s name').click();
  await expect(preview(page)).not.toContainText('Acme Payroll');
  await preview(page).getByText('The amount of each month').click();
  await expect(preview(page)).toContainText('$0.00 USD');
  await expectAccessible(page, 'a statement of an income');
});

test('offline, the button says why it waits', async ({ page, newMember, open, guard }) => {
  guard.tolerate('net::ERR_INTERNET_DISCONNECTED');
  await open(page, await newMember(), '/profile/proof/statement');
  await expect(page.getByLabel('Available balance is at least')).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByRole('button', { name: 'Make the statement' })).toHaveAttribute('aria-disabled', 'true');
  await page.context().setOffline(false);
});
