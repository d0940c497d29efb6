import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { navigate } from './navigate.ts';
import { password, send, uniqueEmail } from './members.ts';
import { photo } from './photo.ts';
import { expect, test } from './product.ts';
import { toast } from './screen.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name });

test('the profile page opens at sections and from the menu, and logs out', async ({ page, newMember, open }) => {
  const member = await newMember({ name: 'Nora Lind' });
  for (const [at, name] of [
    ['/profile#settings', 'Notification Preferences'],
    ['/profile#security', 'Security'],
  ] as const)
    await test.step(`${at} scrolls to its section, also before the page is loaded`, async () => {
      await page.setViewportSize({ width: 1280, height: 600 });
      await open(page, member, at);
      await expect(region(page, 'Data and privacy')).toBeAttached();
      await expect.poll(async () => (await region(page, name).boundingBox())?.y).toBeLessThan(130);
      await page.setViewportSize({ width: 1280, height: 900 });
    });

  // Rules: sign-in-23, profile-1
  await test.step('the menu opens the profile, which shows name, level and no badge before the verification', async () => {
    await navigate(page, '/dashboard');
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    const menu = page.getByRole('menu');
    await expect(menu).toContainText('Nora Lind');
    await expect(menu).toContainText(member.email);
    await menu.getByRole('menuitem', { name: 'Profile' }).click();
    await expect(page).toHaveURL('/profile');
    await expect(page.getByRole('heading', { name: 'Profile & Settings', level: 1 })).toBeVisible();
    await expect(page.getByText('Manage your account and preferences')).toBeVisible();
    const card = region(page, 'Your account');
    await expect(card).toContainText('Nora Lind');
    await expect(card).toContainText(member.email);
    await expect(card.getByText('Verified Account')).toHaveCount(0);

    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page).toHaveURL('/profile#settings');
    await expect(page.getByRole('heading', { name: 'Notification Preferences' })).toBeInViewport();

    await card.getByRole('link', { name: 'KYC Status: Level 1' }).click();
    await expect(page).toHaveURL('/kyc');
    await expect(page.getByRole('heading', { level: 1, name: 'KYC Verification' })).toBeVisible();
  });

  // Rules: profile-13
  await test.step('Log Out shows a toast and opens the login', async () => {
    await navigate(page, '/profile');
    await page.getByRole('button', { name: 'Log Out' }).click();
    await expect(toast(page, 'Logged out successfully')).toBeVisible();
    await expect(page).toHaveURL('/login');
    await page.goto('/profile');
    await expect(page).toHaveURL('/login');
  });
});

test('switches, payment methods, name and phone persist', async ({ page, newMember, newBrowser, open }) => {
  const member = await newMember();
  await open(page, member, '/profile');

  // Rules: profile-8
  await test.step('the switches persist, and no email about money arrives without email notifications', async () => {
    const hana = await newMember({ name: 'Hana Sato', funds: { USD: '50.00' } });
    const mails = async () =>
      (await member.api.call(endpoints.listCaughtMails, { query: { to: member.email } })).map(({ subject }) => subject);
    const sms = page.getByRole('switch', { name: 'SMS Notifications' });
    const email = page.getByRole('switch', { name: 'Email Notifications' });
    const push = page.getByRole('switch', { name: 'Push Notifications' });
    await expect(email).toBeChecked();
    await expect(push).toBeChecked();
    await expect(sms).not.toBeChecked();
    for (const about of ['Receive updates via email', 'Receive push notifications', 'Receive text messages'])
      await expect(page.getByText(about)).toBeVisible();

    await send(hana, member, '5.00');
    await expect.poll(mails).toContain('Hana Sato sent you $5.00');

    await email.press('Space');
    await push.press('Space');
    await sms.press('Space');
    await expect(email).not.toBeChecked();
    const kept = { email: false, push: false, sms: true };
    await expect.poll(() => member.api.call(endpoints.getPreferences)).toMatchObject(kept);
    await page.reload();
    await expect(email).not.toBeChecked();
    await expect(push).not.toBeChecked();
    await expect(sms).toBeChecked();
    await expect(page.getByText('To get texts, add and confirm your phone number above.')).toBeVisible();
    await send(hana, member, '6.00');
    await expect(page.getByRole('button', { name: 'Notifications, 2 new' })).toBeVisible();
    await page.waitForTimeout(3_000);
    expect(await mails()).not.toContain('Hana Sato sent you $6.00');
  });

  // Rules: profile-7
  await test.step('payment methods can be added, made the default and removed', async () => {
    const ways = region(page, 'Payment Methods');
    const row = (label: string) => ways.getByRole('listitem').filter({ hasText: label });
    await expect(row('USD balance')).toContainText('Default');
    const add = async (label: string) => {
      await ways.getByRole('button', { name: 'Add New' }).click();
      await page.getByRole('dialog').getByRole('button', { name: label }).click();
      await expect(toast(page, `${label} added`)).toBeVisible();
    };
    await add('Visa •••• 4242');
    await add('Sandbox Bank •••• 6789');
    await expect(row('Visa •••• 4242')).toContainText('Default');
    await expect(row('Visa •••• 4242')).toContainText(/Expires \d\d\/\d\d/);
    await ways.getByRole('button', { name: 'Make default: Sandbox Bank •••• 6789' }).click();
    await expect(row('Sandbox Bank •••• 6789')).toContainText('Default');
    await expect(row('Visa •••• 4242')).not.toContainText('Default');
    await ways.getByRole('button', { name: 'Remove Sandbox Bank •••• 6789' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(toast(page, 'Sandbox Bank •••• 6789 removed')).toBeVisible(); // no rows are found behind the dialog
    await expect(row('Sandbox Bank •••• 6789')).toHaveCount(0);
    await page.reload();
    await expect(row('Visa •••• 4242')).toBeVisible();
    await expect(row('Sandbox Bank •••• 6789')).toHaveCount(0);
  });

  // Rules: profile-3
  await test.step('Edit and Save persist name and phone, and the name updates in another browser', async () => {
    const other = await newBrowser();
    await open(other, member, '/profile');
    await expect(region(other, 'Your account')).toContainText('Nora Lind');
    const info = region(page, 'Personal Information');
    await expect(info.getByLabel('Full Name')).toHaveAttribute('readonly');
    await info.getByRole('button', { name: 'Edit' }).click();
    await expect(info.getByLabel('Full Name')).toBeFocused();
    await info.getByLabel('Full Name').fill('Nora Lindqvist');
    await info.getByLabel('Phone Number').fill('+46 70 123 45 67');
    await info.getByLabel('Phone Number').press('Enter');
    await expect(toast(page, 'Profile updated successfully!')).toBeVisible();
    await expect(info.getByLabel('Full Name')).toHaveAttribute('readonly');
    await expect(region(other, 'Your account')).toContainText('Nora Lindqvist');
    await page.reload();
    await expect(info.getByLabel('Full Name')).toHaveValue('Nora Lindqvist');
    await expect(info.getByLabel('Phone Number')).toHaveValue('+46 70 123 45 67');
  });
});

// Rules: profile-5
test('a new email takes effect with its link only, and the old address is informed', async ({
  page,
  newMember,
  newBrowser,
  open,
  provoke,
}) => {
  provoke(400, 403); // a wrong password, and the check whether the link needs one
  const member = await newMember();
  const email = uniqueEmail('nora-new');
  await open(page, member, '/profile');
  const info = region(page, 'Personal Information');
  await info.getByRole('button', { name: 'Edit' }).click();
  await info.getByLabel('Email').fill(email);
  await info.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your email' });
  await dialog.getByLabel('Current password').fill('not my password');
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await expect(dialog).toContainText('Incorrect password.');
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await expect(info).toContainText(`Open the link that we mailed to ${email}.`);
  await expect(info.getByLabel('Email')).toHaveValue(member.email);

  const mailbox = await newBrowser();
  await mailbox.goto(`/sandbox?to=${encodeURIComponent(email)}`);
  await mailbox.getByRole('link', { name: /^Open the link/ }).click();
  await mailbox.getByLabel('Password', { exact: true }).fill(password);
  await mailbox.getByRole('button', { name: 'Confirm my new email' }).click();
  await expect(mailbox.getByRole('heading', { name: 'Email changed' })).toBeVisible();
  await expect(mailbox).toHaveURL('/confirm-email-change');
  await expect(info.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByRole('link', { name: 'KYC Status: Level 1' })).toBeVisible();

  await mailbox.goto(`/sandbox?to=${encodeURIComponent(member.email)}`);
  await expect(mailbox.getByRole('listitem').filter({ hasText: 'Your email address was changed' })).toBeVisible();
});

test('an invalid email change link shows an error', async ({ page, provoke }) => {
  provoke(422);
  await page.goto('/confirm-email-change#not-a-token');
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible();
});

// Rules: profile-9
test('a phone number is confirmed by a code, and then payments are texted', async ({
  page,
  newMember,
  newBrowser,
  open,
  provoke,
}) => {
  provoke(422); // a wrong code
  const number = `+3519${String(Date.now()).slice(-8)}`;
  const [nora, member] = [await newMember({ funds: { USD: '50.00' } }), await newMember({ name: 'Hana Sato' })];
  await member.api.call(endpoints.changeProfile, { body: { phone: number } });
  await member.api.call(endpoints.changePreferences, { body: { sms: true } });
  await open(page, member, '/profile');
  await expect(page.getByText('To get texts, confirm your phone number above.')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm phone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your phone number' });
  await expect(dialog).toContainText(number);

  const outbox = await newBrowser();
  await outbox.goto('/sandbox');
  const texts = outbox.getByRole('article').filter({ hasText: number });
  await expect(texts).toContainText('is your Florin code.');
  const code = /(\d{6}) is your Florin code/.exec((await texts.first().textContent()) ?? '')?.[1] ?? '';
  await dialog.getByLabel('Text message code').fill(code === '000000' ? '111111' : '000000');
  await expect(dialog.getByText('Incorrect code. 4 tries left.')).toBeVisible();
  await dialog.getByLabel('Text message code').fill(code);
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Your phone number is confirmed.')).toBeVisible();
  await expect(page.getByText('To get texts, confirm your phone number above.')).toHaveCount(0);

  await send(nora, member, '5.00');
  await expect(texts.first()).toContainText('Florin: Nora Lind sent you $5.00.');
});

/** Runs in the page. Fakes a push subscription, which a headless browser does not provide. */
function subscribeWithoutService() {
  const encoded = (length: number) => btoa('k'.repeat(length)).replaceAll('=', '');
  const subscription = {
    options: { applicationServerKey: null },
    toJSON: () => ({
      endpoint: `https://push.example.com/${crypto.randomUUID()}`,
      keys: { p256dh: encoded(65), auth: encoded(16) },
    }),
  };
  Object.defineProperty(PushManager.prototype, 'subscribe', { value: async () => subscription });
}

const inWholeBrowser = { tag: '@whole-browser' };
test(
  'the service worker shows push messages after they are turned on',
  inWholeBrowser,
  async ({ freshBrowser, newMember, open }) => {
    const page = await freshBrowser({ serviceWorkers: 'allow', permissions: ['notifications'] });
    await page.addInitScript(subscribeWithoutService);
    await open(page, await newMember(), '/profile');
    const devtools = await page.context().newCDPSession(page);
    const registration = new Promise<string>((resolve) =>
      devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
        const active = versions.find(({ status }) => status === 'activated');
        if (active) resolve(active.registrationId);
      }),
    );
    await devtools.send('ServiceWorker.enable');
    const turnOn = page.getByRole('button', { name: 'Turn on in this browser' });
    await turnOn.click();
    await expect(turnOn).toHaveCount(0);
    const message = { title: 'Nora sent you $5.00', body: 'Lunch', path: '/transactions?id=1-1', tag: '1-1' };
    const pushed = JSON.stringify(message);
    const [origin, registrationId] = [new URL(page.url()).origin, await registration];
    const shown = () =>
      page.evaluate(async () => {
        const known = await navigator.serviceWorker.getRegistration();
        return (await known?.getNotifications())?.map(({ title, body, data }) => ({ title, body, data }));
      });
    // Delivers the message like a push service, repeatedly, because the tool does not report lost messages.
    const delivered = async () => {
      await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: pushed });
      return shown();
    };
    await expect.poll(delivered).toEqual([{ title: message.title, body: message.body, data: { path: message.path } }]);
  },
);

test('the profile and its dialogs are accessible and fit a phone', async ({ page, newMember, open }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const member = await newMember({ funds: { USD: '5.00' } });
  await open(page, member, '/profile');
  await expect(region(page, 'Payment Methods')).toContainText('Visa');
  await expect(page.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name: 'Profile' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await expectAccessible(page, 'profile, editing');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const picture = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photo(page) };
  await page.getByLabel('Photo', { exact: true }).setInputFiles(picture);
  await expect(page.getByRole('dialog', { name: 'Your photo' })).toBeVisible();
  await expectAccessible(page, 'your photo');
});
