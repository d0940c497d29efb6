import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { expectNothingOver } from './back.ts';
import { choose, expectFocus, expectFocusKept, expectMenu, firstStop, press, tabTo, type } from './by-keyboard.ts';
import { navigate } from './navigate.ts';
import { addFunds, send, type Member } from './members.ts';
import { expect, test } from './product.ts';
import { toast } from './screen.ts';

const wallet = (page: Page, name: string) => page.getByRole('article', { name });
const balances = async ({ api }: Member) =>
  Object.fromEntries((await api.call(endpoints.listWallets)).map((each) => [each.currency, each.balance_exact]));

test("the dashboard's money dialogs work by keyboard", async ({ page, newMember, open }) => {
  const [member, hana] = [await newMember({ confirmed: true }), await newMember({ name: 'Hana Sato' })];
  await open(page, member);

  await test.step('money can be added from a card and a bank account by keyboard', async () => {
    const opener = wallet(page, 'Euro').getByRole('button', { name: 'Add Funds' });
    const dialog = page.getByRole('dialog', { name: /^Add/ });
    const amount = dialog.getByLabel('Amount', { exact: true });
    await press(page, opener);
    await expectFocus(amount);
    await page.keyboard.type('50');
    await press(page, dialog.getByRole('button', { name: 'Visa •••• 4242' }));
    await expect(dialog.getByLabel('Payment method')).toBeVisible();
    await press(page, dialog.locator('button[type=submit]'));
    await expect(dialog.getByRole('heading', { name: '€50.00 added' })).toBeVisible();
    await expectFocus(dialog.getByRole('button', { name: 'Done' }));
    await page.keyboard.press('Enter');
    await expectFocus(opener);

    await page.keyboard.press('Enter');
    await press(page, dialog.getByRole('button', { name: 'Add a sandbox card or bank account' }));
    await press(page, dialog.getByRole('button', { name: 'Sandbox Bank •••• 6789' }));
    await expect(dialog.getByLabel('Payment method')).toBeVisible();
    await press(page, dialog.getByRole('button', { name: '€100', exact: true }), 'Space');
    await press(page, dialog.locator('button[type=submit]'));
    await expect(dialog.getByRole('heading', { name: '€100.00 added' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expectFocus(opener);
    expect(await balances(member)).toMatchObject({ EUR: '150.00' });
  });

  await test.step('money can be added by bank transfer by keyboard', async () => {
    const opener = wallet(page, 'Euro').getByRole('button', { name: 'Add Funds' });
    const dialog = page.getByRole('dialog', { name: 'Add Funds' });
    await page.keyboard.press('Enter');
    const choice = dialog.getByRole('button', { name: 'Bank transfer' });
    await press(page, choice);
    await expectFocus(choice);
    await press(page, dialog.getByRole('button', { name: 'Copy IBAN' }));
    await type(page, dialog.getByRole('textbox', { name: 'Amount' }), '25');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('heading', { name: '€25.00 added' })).toBeVisible();
    await expectFocus(dialog.getByRole('button', { name: 'Done' }));
    await page.keyboard.press('Enter');
    await expectFocus(opener);
    expect(await balances(member)).toMatchObject({ EUR: '175.00' });
  });

  await test.step('requests can be paid and declined by keyboard', async () => {
    await addFunds(member, { USD: '100.00' });
    for (const amount of ['24.00', '5.00'])
      await hana.api.call(endpoints.requestMoney, { body: { recipient_email: member.email, amount } });
    await expect(wallet(page, 'US Dollar')).toContainText('$100.00');
    const request = (amount: string) => page.getByRole('article', { name: `Hana Sato requested ${amount}` });
    const dialog = page.getByRole('dialog');
    await expect(request('$5.00')).toBeVisible();
    await firstStop(page).focus();
    await press(page, request('$24.00').getByRole('button', { name: 'Pay $24.48' }));
    await press(page, dialog.getByRole('button', { name: 'Pay $24.48' }));
    await expect(request('$24.00')).toHaveCount(0);
    await expectFocusKept(page);

    await press(page, request('$5.00').getByRole('button', { name: 'Decline' }));
    await page.keyboard.press('Escape');
    await expectFocus(request('$5.00').getByRole('button', { name: 'Decline' }));
    await page.keyboard.press('Enter');
    await press(page, dialog.getByRole('button', { name: 'Decline' }));
    await expect(request('$5.00')).toHaveCount(0);
    await expectFocusKept(page);
    expect(await balances(member)).toMatchObject({ USD: '75.52' });
  });

  await test.step('money can be withdrawn and exchanged by keyboard', async () => {
    await addFunds(member, { USD: '224.48' });
    await expect(wallet(page, 'US Dollar')).toContainText('$300.00');
    await firstStop(page).focus();
    const out = wallet(page, 'US Dollar').getByRole('button', { name: 'Withdraw' });
    await press(page, out);
    const withdraw = page.getByRole('dialog', { name: 'Withdraw' });
    await expectFocus(withdraw.getByLabel('Amount', { exact: true }));
    await page.keyboard.type('80.44');
    await page.keyboard.press('Enter');
    await expectFocus(withdraw.getByRole('button', { name: 'Done' }));
    await page.keyboard.press('Enter');
    await expectFocus(out);

    const opener = wallet(page, 'US Dollar').getByRole('button', { name: 'Exchange' });
    await press(page, opener);
    const dialog = page.getByRole('dialog', { name: 'Exchange' });
    await expectFocus(dialog.getByLabel('From US Dollar'));
    await choose(page, dialog.getByLabel('To currency'), 'GBP', 'GBP');
    await press(page, dialog.getByRole('button', { name: 'Swap the two wallets' }));
    await press(page, dialog.getByRole('button', { name: 'Swap the two wallets' }));
    await type(page, dialog.getByLabel('From US Dollar'), '10');
    await expect(dialog.getByText(/^Rate held for/)).toBeVisible();
    await press(page, dialog.getByRole('button', { name: 'Exchange $10.05' }));
    await expectFocus(dialog.getByRole('button', { name: 'Done' }));
    await page.keyboard.press('Enter');
    await expectFocus(opener);
    expect(await balances(member)).not.toMatchObject({ GBP: '0.00' });
  });

  await test.step('the converter works by keyboard', async () => {
    await expectNothingOver(page);
    await firstStop(page).focus();
    await press(page, page.getByRole('link', { name: 'Currency Converter' }));
    const tab = page.getByRole('tab', { name: 'Currency Converter' });
    await tabTo(page, tab);
    await page.keyboard.press('ArrowLeft');
    await expectFocus(page.getByRole('tab', { name: 'Wallet' }));
    await page.keyboard.press('ArrowRight');
    await expectFocus(tab);
    const panel = page.getByRole('tabpanel');
    await type(page, panel.getByLabel('Amount', { exact: true }), '250');
    await choose(page, page.getByRole('combobox', { name: 'To currency' }), 'G', 'GBP');
    await press(page, panel.getByRole('button', { name: 'Convert Now' }));
    await expect(toast(page, 'Conversion: 250 USD = 197.50 GBP')).toBeVisible();
    await tabTo(page, panel.getByRole('button', { name: 'Swap currencies' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await tabTo(page, panel.getByRole('button', { name: '500', exact: true }), 'Shift+Tab');
    await page.keyboard.press('Space');
    await expect(panel.getByLabel('Converted amount')).toHaveText('635.00');
  });
});

test('contacts, requests and payment links work by keyboard', async ({ page, newMember, open }) => {
  const member = await newMember({ funds: { USD: '150.00' } });

  await test.step('a contact can be found, marked, renamed, paid and removed by keyboard', async () => {
    const piet = await newMember({ name: 'Piet Mondriaan' });
    await send(member, piet, '1.00');
    await open(page, member, '/send');
    await type(page, page.getByRole('searchbox', { name: 'Search by name or email' }), 'piet');
    await press(page, page.getByRole('button', { name: /^Piet/ }).first());
    await expect(page.getByLabel('Recipient email')).toHaveValue(piet.email);
    const more = page.getByRole('button', { name: 'More for Piet Mondriaan' });
    await press(page, more);
    await expectFocus(page.getByRole('menuitem', { name: 'Rename' }));
    await page.keyboard.press('Enter');
    const rename = page.getByRole('dialog', { name: 'Rename' });
    await type(page, rename.getByLabel('Name'), 'Piet M.');
    await page.keyboard.press('Enter');
    await expect(rename).toHaveCount(0);
    await expectFocus(page.getByRole('button', { name: 'More for Piet M.' }));
    await press(page, page.getByRole('button', { name: 'Favorite Piet M.' }), 'Space');
    await expect(page.getByRole('button', { name: 'Favorite Piet M.' })).toHaveAttribute('aria-pressed', 'true');

    await tabTo(page, page.getByRole('button', { name: 'More for Piet M.' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expectMenu(page);
    await page.keyboard.press('End');
    await expectFocus(page.getByRole('menuitem', { name: 'Remove' }));
    await page.keyboard.press('Enter');
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Remove' }));
    await expect(page.getByText('No contacts yet')).toBeVisible();
    await expectFocusKept(page);
  });

  await test.step('money can be requested and shared by link by keyboard', async () => {
    const other = await newMember({ name: 'Nora Lind', confirmed: true });
    await navigate(page, '/receive');
    const set = page.getByRole('button', { name: 'Set an amount' });
    await expect(set).toBeVisible();
    await firstStop(page).focus();
    await press(page, set);
    const dialog = page.getByRole('dialog');
    await type(page, dialog.getByLabel('Amount'), '25');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Scan to pay $25.00')).toBeVisible();
    await expectFocusKept(page);

    await press(page, page.getByRole('button', { name: 'Share via Email' }));
    await type(page, dialog.getByLabel('Recipient email'), other.email);
    await page.keyboard.press('Enter');
    await expect(toast(page, `Mail sent to ${other.email}`)).toBeVisible();
    await expectFocus(page.getByRole('button', { name: 'Share via Email' }));

    await tabTo(page, page.getByRole('button', { name: 'Download QR Code' }), 'Shift+Tab');
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect((await download).suggestedFilename()).toBe('florin-qr-code.png');

    const form = page.getByRole('form', { name: 'Request Money' });
    await type(page, form.getByLabel('Recipient email'), other.email);
    await type(page, form.getByLabel('Amount'), '24');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Payment request sent!')).toBeVisible();
    const row = page.getByRole('article', { name: `${other.email}, $24.00` });
    await press(page, row.getByRole('button', { name: 'Cancel' }));
    await press(page, dialog.getByRole('button', { name: 'Cancel request' }));
    await expect(row).toHaveCount(0);
    await expectFocusKept(page);
  });

  await test.step('a payment link can be opened and paid by keyboard', async () => {
    const ines = await newMember({ name: 'Ines Almeida' });
    await page.goto(`/pay/${ines.email}?amount=64&note=Concert+tickets`);
    await expect(page.getByText(/This is your first payment/)).toBeVisible();
    await press(page, page.getByRole('button', { name: 'Send', exact: true }));
    await expect(toast(page, `Successfully sent USD 64.00 to ${ines.email}`)).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    await expectFocusKept(page);
  });
});
