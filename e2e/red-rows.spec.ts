import { endpoints } from '@florin/contract';
import { operatorOf } from './operator.ts';
import { expect, test } from './product.ts';

test('the text of a red row does not touch the edges of the row on a phone', async ({ page, baseURL, open }) => {
  const operator = await operatorOf(baseURL ?? '');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/api/operations/bank', async (route) => {
    const desk = await operator.api.call(endpoints.getBankDesk);
    const short = desk.client_money.map((each) => ({ ...each, percent: 91 }));
    await route.fulfill({ json: { ...desk, client_money: short } });
  });
  await open(page, operator, '/operations#bank');
  const row = page.getByRole('region', { name: 'Client money', exact: true }).getByRole('row').nth(1);
  await expect(row).toContainText('91%');
  for (const side of ['padding-left', 'padding-right']) await expect(row).toHaveCSS(side, '12px');
});
