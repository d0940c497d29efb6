import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { uploadStatement } from './bank-statement.ts';
import { expectFocusKept, press } from './by-keyboard.ts';
import { operatorOf } from './operator.ts';
import { expect, test } from './product.ts';
import { toast } from './screen.ts';

const area = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('an operator closes a day by keyboard and downloads its report', async ({ page, baseURL, open }) => {
  const operator = await operatorOf(baseURL ?? '');
  await uploadStatement(baseURL ?? '', operator, [{ amount: '1.31', payer: 'P. de Vries', text: 'to close' }]);
  const { next } = await operator.api.call(endpoints.getBankDays, { query: {} });
  expect(next, 'a day that can be closed').not.toBeNull();
  await open(page, operator, '/operations#bank');
  const days = area(page, 'Closed days');
  await days.getByRole('heading', { name: 'Closed days' }).focus();
  await press(page, days.getByRole('button', { name: 'Close a day' }));
  const question = page.getByRole('dialog', { name: 'Close a day', exact: true });
  await expect(question.getByLabel('Day')).toHaveValue(next ?? '');
  await expectAccessible(page, 'closing a day');
  await press(page, question.getByRole('button', { name: 'Close the day' }));
  await expect(toast(page, / closed, \d reports?$/)).toBeVisible();
  await expectFocusKept(page);
  const [report] = (await operator.api.call(endpoints.getBankDays, { query: {} })).reports;
  const name = `PDF of report ${report?.number}`;
  const downloading = page.waitForEvent('download');
  await days.getByRole('button', { name }).click();
  expect((await downloading).suggestedFilename()).toBe(`bank-day-${report?.day}-${report?.account}.pdf`);
  await expectAccessible(page, 'the closed days');
});
