import { endpoints } from '@florin/contract';
import { expectNothingOver } from './back.ts';
import { expectFocus, expectMenu, firstStop, press, tabTo, type } from './by-keyboard.ts';
import { navigate } from './navigate.ts';
import { addFunds, buy, password } from './members.ts';
import { expect, test } from './product.ts';
import { toast } from './screen.ts';

test('signing in, sending money and buying coins work by keyboard', async ({ page, newMember }) => {
  const member = await newMember({ funds: { USD: '300.00' } });
  const other = await newMember({ name: 'Piet Mondriaan' });

  await test.step('signs in by keyboard', async () => {
    await page.goto('/login');
    await type(page, page.getByLabel('Email'), member.email);
    await type(page, page.getByLabel('Password', { exact: true }), password);
    await press(page, page.getByRole('checkbox', { name: 'Remember me' }), 'Space');
    await expect(page.getByRole('checkbox', { name: 'Remember me' })).toBeChecked();
    await press(page, page.getByRole('button', { name: 'Sign In' }));
    await expect(page).toHaveURL('/dashboard');
  });

  await test.step('sends money by keyboard', async () => {
    await press(page, page.getByRole('link', { name: 'Send Money' }));
    await type(page, page.getByLabel('Recipient email'), other.email);
    await type(page, page.getByLabel('Amount', { exact: true }), '12.50');
    await tabTo(page, page.getByRole('combobox', { name: 'Currency' }));
    await type(page, page.getByLabel('Note'), 'By keyboard');
    await press(page, page.getByRole('button', { name: 'Send', exact: true }));
    await expect(toast(page, `Successfully sent USD 12.50 to ${other.email}`)).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
  });

  await test.step('buys coins by keyboard', async () => {
    await press(page, page.getByRole('region', { name: 'Quick Actions' }).getByRole('link', { name: 'Buy Crypto' }));
    await type(page, page.getByRole('searchbox'), 'bitcoin');
    const row = page.getByRole('button', { name: /^Bitcoin\s*BTC/ });
    await tabTo(page, row);
    await page.keyboard.press('ArrowDown');
    await expect(row).not.toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await type(page, page.getByLabel('Amount', { exact: true }), '20');
    await tabTo(page, page.getByLabel('Payment method'));
    await press(page, page.getByRole('button', { name: 'Buy', exact: true }));
    await expect(toast(page, /^Successfully purchased/)).toBeVisible();
  });

  const lines = await member.api.call(endpoints.listTransactions, { query: {} });
  expect(lines.map(({ type: kind }) => kind)).toContain('buy_crypto');
  expect(lines.find(({ type: kind }) => kind === 'send')).toMatchObject({
    amount_exact: '-12.75',
    note: 'By keyboard',
  });
});

test('skip link, dialogs, toasts and selling work by keyboard', async ({ page, newMember, open }) => {
  const member = await newMember();
  await open(page, member, '/transactions');

  await test.step('the first tab stop skips to the content', async () => {
    await expect(page.getByText('No transactions found')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused();
    await expect(page.getByRole('button', { name: 'Skip to content' })).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('a dialog keeps the focus inside, closes with Escape and returns the focus', async () => {
    await addFunds(member, { USD: '300.00' });
    await navigate(page, '/dashboard');
    const opener = page.getByRole('article', { name: 'US Dollar' }).getByRole('button', { name: 'Add Funds' });
    await expect(opener).toBeVisible();
    await firstStop(page).focus();
    await press(page, opener);
    const dialog = page.getByRole('dialog', { name: 'Add Funds' });
    await expect(dialog.getByLabel('Amount', { exact: true })).toBeFocused();
    for (let stop = 0; stop < 15; stop++) {
      await page.keyboard.press('Tab');
      await expect(dialog.locator(':focus')).toHaveCount(1);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  });

  await test.step('toasts are in the tab order, and Tab continues after them', async () => {
    await expectNothingOver(page);
    await firstStop(page).focus();
    await press(page, page.getByRole('link', { name: 'Currency Converter' }));
    await press(page, page.getByRole('button', { name: 'Convert Now' }));
    const messages = page.getByRole('region', { name: /^Notifications/ });
    await tabTo(page, messages.getByRole('button', { name: 'Close toast' }));
    await tabTo(page, page.getByRole('link', { name: 'Send Money' }));
  });

  // Rules: sell-21
  await test.step('a holding can be selected and sold completely by keyboard', async () => {
    await buy(member, 'BTC', '100.00');
    await buy(member, 'ETH', '50.00');
    await navigate(page, '/sell-crypto');
    const ether = page.getByRole('region', { name: 'Your holdings' }).getByRole('button', { name: /^Ethereum/ });
    await expect(ether).toBeVisible();
    await firstStop(page).focus();
    await press(page, ether);
    await press(page, page.getByRole('button', { name: 'Use Max' }));
    await expect(page.getByText(/^Price held for/)).toBeVisible();
    await press(page, page.getByRole('button', { name: 'Sell', exact: true }));
    await expect(toast(page, /^Successfully sold [\d.]+ ETH for \$[\d.]+$/)).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    const left = await member.api.call(endpoints.getPortfolio);
    expect(left.map(({ symbol }) => symbol)).toEqual(['BTC']);
  });
});

test('the account menu works with the arrow keys', async ({ page, newMember, open, guard }) => {
  guard.tolerate(401);
  await open(page, await newMember());
  await press(page, page.getByRole('button', { name: 'Account' }));
  await expectMenu(page);
  const dark = page.getByRole('menuitemradio', { name: 'Dark' });
  const items = ['Open a business account', 'Profile', 'Settings', 'Invoices', 'Batch Payouts', 'Developers', 'Help'];
  for (const item of items) {
    await page.keyboard.press('ArrowDown');
    await expectFocus(page.getByRole('menuitem', { name: item }));
  }
  // The menu moves the focus after the key press, so wait before the next key.
  for (const choice of [page.getByRole('menuitemradio', { name: 'Light' }), dark]) {
    await page.keyboard.press('ArrowDown');
    await expectFocus(choice);
  }
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('Escape');
  await expectFocus(page.getByRole('button', { name: 'Account' }));
  await page.keyboard.press('Enter');
  await expectMenu(page);
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
});
