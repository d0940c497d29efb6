import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { factorCode, part } from './account-screens.ts';
import { authenticatorApp, signInAgain } from './authenticator-app.ts';
import { expectFocus, expectFocusKept, firstStop, press, tabTo, type } from './by-keyboard.ts';
import { navigate } from './navigate.ts';
import { addCard, uniqueEmail } from './members.ts';
import { photo } from './photo.ts';
import { expect, test } from './product.ts';
import { toast } from './screen.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const dialogButton = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });

test('notifications and profile work by keyboard', async ({ page, newMember, open }) => {
  const member = await newMember({ confirmed: true, funds: { USD: '50.00' } });
  await addCard(member.api, 'tok_bank');

  await test.step('notifications can be opened, answered and marked read by keyboard', async () => {
    const hana = await newMember({ name: 'Hana Sato' });
    await hana.api.call(endpoints.requestMoney, { body: { recipient_email: member.email, amount: '5.00' } });
    await open(page, member);
    const bell = page.getByRole('button', { name: /^Notifications/ });
    await expect(bell).toHaveAccessibleName('Notifications, 1 new');
    await press(page, bell);
    const panel = page.getByRole('dialog', { name: 'Notifications' });
    await press(page, panel.getByRole('button', { name: 'Mark all read' }));
    await expect(panel.getByRole('button', { name: 'Mark all read' })).toHaveCount(0);
    await expectFocusKept(page);
    await press(page, panel.getByRole('button', { name: 'Decline' }));
    await expect(page.getByRole('dialog', { name: 'Decline $5.00?' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expectFocus(bell);
    await page.keyboard.press('Enter');
    await press(page, panel.getByRole('button', { name: 'Pay' }));
    await press(page, page.getByRole('dialog', { name: 'Pay Hana Sato' }).getByRole('button', { name: 'Pay $5.10' }));
    await expect(toast(page, `Successfully sent USD 5.00 to ${hana.email}`)).toBeVisible();
    await expectFocus(bell);
  });

  await test.step('name, address, picture and switches of the profile can be changed by keyboard', async () => {
    await navigate(page, '/profile');
    const info = part(page, 'Personal Information');
    const edit = info.getByRole('button', { name: 'Edit' });
    await expect(edit).toBeVisible();
    await firstStop(page).focus();
    await press(page, edit);
    await expectFocus(info.getByLabel('Full Name'));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Nora Lindqvist');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Profile updated successfully!')).toBeVisible();
    await expectFocus(edit);

    await page.keyboard.press('Enter');
    await type(page, info.getByLabel('Email'), uniqueEmail('nora-new'));
    await page.keyboard.press('Enter');
    await type(page, dialog(page).getByLabel('Current password'), member.password);
    await page.keyboard.press('Enter');
    await expect(info).toContainText('Open the link that we mailed to');
    await expectFocus(edit);

    const camera = page.getByRole('button', { name: 'Change photo' });
    const chooser = page.waitForEvent('filechooser');
    await tabTo(page, camera, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photo(page) });
    await tabTo(page, dialog(page).getByRole('button', { name: /^Photo:/ }));
    for (const key of ['ArrowRight', '+', 'ArrowUp', '-']) await page.keyboard.press(key);
    await tabTo(page, dialog(page).getByRole('slider', { name: 'Zoom' }));
    await page.keyboard.press('End');
    await press(page, dialogButton(page, 'Use this photo'));
    await expect(toast(page, 'Photo updated')).toBeVisible();
    await expectFocus(camera);

    const news = page.getByRole('switch', { name: 'Email Notifications' });
    await press(page, news, 'Space');
    await expect(news).not.toBeChecked();
    await expectFocus(news);
  });

  await test.step('payment methods and the plan can be changed by keyboard', async () => {
    const ways = part(page, 'Payment Methods');
    const row = (label: string) => ways.getByRole('listitem').filter({ hasText: label });
    const add = ways.getByRole('button', { name: 'Add New' });
    await firstStop(page).focus();
    await press(page, add);
    await press(page, dialog(page).getByRole('button', { name: /^Mastercard/ }));
    await expect(row('Mastercard')).toBeVisible();
    await expectFocus(add);
    await press(page, ways.getByRole('button', { name: /^Make default: Sandbox Bank/ }));
    await expect(row('Sandbox Bank')).toContainText('Default');
    await expectFocusKept(page);
    await press(page, ways.getByRole('button', { name: /^Remove Mastercard/ }));
    await press(page, dialogButton(page, 'Remove'));
    await expect(row('Mastercard')).toHaveCount(0);
    await expectFocus(add);

    const plan = part(page, 'Plan');
    await press(page, plan.getByRole('button', { name: 'Change plan' }));
    await press(page, plan.getByRole('button', { name: 'Change to Pro' }));
    await press(page, dialogButton(page, 'Pay $9.99'));
    await expect(toast(page, 'You are on the Pro plan')).toBeVisible();
    await expectFocusKept(page);
    await press(page, plan.getByRole('button', { name: /^Change on .* to Personal$/ }));
    await expect(plan).toContainText('You switch to Personal on');
    await expectFocusKept(page);
  });
});

test('password, second factor and sessions can be managed by keyboard', async ({
  page,
  baseURL,
  newMember,
  open,
  provoke,
}) => {
  provoke(400);
  const member = await newMember();
  await signInAgain(baseURL ?? '', member);
  await open(page, member, '/profile');
  const sessions = part(page, 'Sessions');
  await press(page, sessions.getByRole('button', { name: /^Sign out (?!all)/ }));
  await expect(sessions.locator('.security_device')).toHaveCount(1);
  await expectFocusKept(page);

  const change = part(page, 'Security').getByRole('button', { name: 'Change Password' });
  const words = 'lantern-over-the-harbour';
  await tabTo(page, change, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await type(page, dialog(page).getByLabel('Current password'), 'not-my-password');
  for (const field of ['New password', 'Confirm new password'])
    await type(page, dialog(page).getByLabel(field, { exact: true }), words);
  await press(page, dialogButton(page, 'Change Password'));
  await expect(dialog(page)).toContainText('Incorrect password.');
  await expect(dialog(page).locator(':focus')).toHaveCount(1);
  await type(page, dialog(page).getByLabel('Current password'), member.password);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Password changed')).toBeVisible();
  await expectFocus(change);

  const twoFactor = part(page, 'Security').getByRole('button', { name: 'Two-Factor Authentication' });
  await press(page, twoFactor);
  await type(page, dialog(page).getByLabel('Current password'), words);
  await page.keyboard.press('Enter');
  const secret = await dialog(page).locator('.security_setupKey').innerText();
  await press(page, dialogButton(page, 'Continue'));
  await tabTo(page, factorCode(page));
  await page.keyboard.type(authenticatorApp(secret).code());
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  await press(page, page.getByRole('checkbox', { name: /I saved the codes/ }), 'Space');
  await press(page, dialogButton(page, 'Done'));
  await expect(part(page, 'Security')).toContainText('on since today');
  await expectFocus(twoFactor);
});

test('the data export and closing the account work by keyboard', async ({ page, newMember, open, guard }) => {
  guard.tolerate(401);
  const member = await newMember();
  await open(page, member, '/profile');
  const privacy = part(page, 'Data and privacy');
  await tabTo(page, privacy.getByRole('button', { name: 'Download my data' }));
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  await download;
  await press(page, privacy.getByRole('button', { name: 'Close account' }));
  await type(page, dialog(page).getByLabel('Current password'), member.password);
  await type(page, dialog(page).getByLabel(`Type ${member.email}`), member.email);
  await press(page, dialogButton(page, 'Close forever'));
  await expect(page).toHaveURL('/login');
});
