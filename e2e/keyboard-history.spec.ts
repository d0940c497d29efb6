import { choose, expectFocus, expectFocusKept, expectMenu, press, tabTo, type } from './by-keyboard.ts';
import { send } from './members.ts';
import { expect, test } from './product.ts';
import type { Page } from '@playwright/test';

const count = (page: Page, n: number) => page.getByRole('heading', { name: `All Transactions (${n})`, exact: true });

/** Presses Enter and returns the name of the downloaded file. */
async function downloadOf(page: Page) {
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  return (await download).suggestedFilename();
}

test('the history can be searched, filtered, opened and exported by keyboard', async ({ page, newMember, open }) => {
  const [member, lea] = [await newMember({ funds: { USD: '90.00' } }), await newMember({ name: 'Léa Moreau' })];
  for (const note of ['Studio rent', 'Stamps']) await send(member, lea, '5.00', note);
  await open(page, member, '/transactions');
  await expect(count(page, 3)).toBeVisible();
  await type(page, page.getByRole('searchbox', { name: 'Search transactions' }), 'studio');
  await expect(count(page, 1)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await choose(page, page.getByRole('combobox', { name: 'Type' }), 'Sen', 'send');
  await expect(count(page, 2)).toBeVisible();
  await choose(page, page.getByRole('combobox', { name: 'Time' }), 'Tod', 'today');

  const exporting = page.getByRole('button', { name: 'Export' });
  await press(page, exporting);
  await expectFocus(page.getByRole('menuitem', { name: 'CSV of these 2 transactions' }));
  expect(await downloadOf(page)).toMatch(/\.csv$/);
  await expectFocus(exporting);
  await page.keyboard.press('Enter');
  await expectMenu(page);
  await page.keyboard.press('End');
  await expectFocus(page.getByRole('menuitem', { name: /Statement/ }));
  await page.keyboard.press('Enter');
  const statement = page.getByRole('dialog', { name: 'Statement (PDF)' });
  await choose(page, statement.getByRole('combobox', { name: 'Wallet' }), 'E', 'EUR');
  await tabTo(page, statement.getByRole('button', { name: 'Download statement' }));
  expect(await downloadOf(page)).toMatch(/^florin-statement-EUR/);
  await expect(statement).toHaveCount(0);
  await expectFocusKept(page);

  const line = page.getByRole('link', { name: /Studio rent|Léa Moreau/ }).first();
  await press(page, line);
  const drawer = page.getByRole('dialog', { name: 'Sent to Léa Moreau' });
  await tabTo(page, drawer.getByRole('button', { name: 'Download receipt' }));
  expect(await downloadOf(page)).toMatch(/^florin-receipt/);
  await page.keyboard.press('Escape');
  await expectFocus(line);
});

test('a pending payment can be canceled by keyboard', async ({ page, newMember, open }) => {
  const member = await newMember({ funds: { USD: '90.00' } });
  await send(member, { email: 'nobody.at.all@elsewhere.example' }, '5.00');
  await open(page, member, '/transactions');
  await press(page, page.getByRole('link', { name: /nobody\.at\.all/ }));
  const drawer = page.getByRole('dialog');
  await press(page, drawer.getByRole('button', { name: 'Cancel send' }));
  await press(page, drawer.getByRole('group', { name: 'Cancel send' }).getByRole('button', { name: 'Cancel send' }));
  await expect(drawer.getByText('Canceled').first()).toBeVisible();
  await expectFocusKept(page);
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expectFocusKept(page);
});
