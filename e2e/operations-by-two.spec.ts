import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { navigate } from './navigate.ts';
import { addCard } from './members.ts';
import { operatorOf, secondOperatorOf } from './operator.ts';
import { expect, test } from './product.ts';
import { toast } from './screen.ts';

const area = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const orders = (page: Page) => area(page, 'Pending withdrawals and bank deposits');
const acts = (page: Page) => area(page, 'Audit trail').getByRole('row');
const unique = (word: string) => `${word}${Date.now().toString(36)}`;

test('two operators restock a coin and decide deposits', async ({ page, baseURL, newMember, newBrowser, open }) => {
  const operator = await operatorOf(baseURL ?? '');
  const member = await newMember({ name: unique('Oskar') });
  const { id: bank } = await addCard(member.api, 'tok_bank');
  const announce = (amount: string) =>
    member.api.call(endpoints.addFunds, { body: { amount, currency: 'USD', payment_method_id: bank } });
  // The sandbox's bank leaves these withdrawals pending.
  await announce('2499.44');
  await announce('1300.44');
  const theirs = await newBrowser();

  await test.step('two operators restock a coin, and the audit trail names both', async () => {
    const inventory = async () =>
      (await operator.api.call(endpoints.listHousePositions)).find(({ symbol }) => symbol === 'SOL')?.inventory_exact;
    const before = Number(await inventory());
    // Raises the stock floor, because no test buys enough coins to reach the real floor.
    await page.route('**/api/operations/house', async (route) => {
      const positions = await operator.api.call(endpoints.listHousePositions);
      const floor_exact = '5000000.00000000';
      await route.fulfill({ json: positions.map((each) => (each.symbol === 'SOL' ? { ...each, floor_exact } : each)) });
    });
    await open(page, operator, '/operations');
    const house = area(page, 'House positions');
    await expect(house).toContainText('SOL is below its floor of 5,000,000.');
    await house.getByRole('button', { name: 'Restock SOL' }).click();
    const question = dialog(page, 'Restock SOL');
    await question.getByLabel('Coins to add').fill('12.5');
    await question.getByLabel('Reason').fill('Bought at the exchange, receipt 81');
    await expectAccessible(page, 'Restock');
    await question.getByRole('button', { name: 'Propose 12.5 SOL' }).click();
    await expect(toast(page, '12.5 SOL proposed. A second operator must approve')).toBeVisible();
    const own = area(page, 'Needs a second operator').getByRole('row').filter({ hasText: 'receipt 81' });
    await expect(own).toContainText('Another operator decides');
    expect(Number(await inventory())).toBeCloseTo(before, 6);
    await page.unroute('**/api/operations/house');

    await open(theirs, await secondOperatorOf(baseURL ?? ''), '/operations');
    const row = area(theirs, 'Needs a second operator').getByRole('row').filter({ hasText: 'receipt 81' });
    await row.getByRole('button', { name: /^Approve/ }).click();
    const approval = dialog(theirs, 'Approve: supply coins, 12.50000000 SOL?');
    await approval.getByLabel('What did you check?').fill('The receipt');
    await expectAccessible(theirs, 'an approval');
    await approval.getByRole('button', { name: 'Approve' }).click();
    await expect(toast(theirs, 'Approved and done')).toBeVisible();
    await expect(row).toHaveCount(0);
    expect(Number(await inventory()) - before).toBeCloseTo(12.5, 6);
    await expect(acts(theirs).filter({ hasText: 'Approved and supplied coins' }).first()).toContainText(
      '12.50000000 SOL',
    );
    await expect(acts(theirs).filter({ hasText: 'Proposed to supply coins' }).first()).toContainText('12.50000000 SOL');
  });

  // Rules: identity-9
  await test.step('two operators settle or reject a deposit', async () => {
    for (const sum of ['$2,499.44', '$1,300.44']) {
      const order = orders(page).getByRole('row').filter({ hasText: member.name }).filter({ hasText: sum });
      await order.getByRole('button', { name: /^Release/ }).click();
      const question = dialog(page, `Propose to release ${sum}?`);
      await question.getByLabel('How do you know?').fill('It is on the statement.');
      await question.getByRole('button', { name: 'Propose' }).click();
      await expect(order).toContainText('Needs a second operator');
    }
    // Navigates, because the screen's own refresh would take longer.
    await navigate(theirs, '/operations#proposals');
    const rows = area(theirs, 'Needs a second operator').getByRole('row').filter({ hasText: member.name });
    await expect(rows).toHaveCount(2);
    await rows
      .filter({ hasText: '$2,499.44' })
      .getByRole('button', { name: /^Approve/ })
      .click();
    const approval = dialog(theirs, 'Approve: settle deposit, $2,499.44?');
    await approval.getByLabel('What did you check?').fill('Seen on the statement');
    await approval.getByRole('button', { name: 'Approve' }).click();
    await expect(rows).toHaveCount(1);
    await rows.getByRole('button', { name: /^Reject/ }).click();
    const rejection = dialog(theirs, 'Reject: settle deposit, $1,300.44?');
    await rejection.getByLabel('Reason').fill('Not on the statement');
    await rejection.getByRole('button', { name: 'Reject' }).click();
    await expect(rows).toHaveCount(0);
    expect((await member.api.call(endpoints.me)).balances.usd_exact).toBe('2499.44');
  });
});
