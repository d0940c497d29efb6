import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { closeOver } from './back.ts';
import { expectFocusKept, press as pressKey } from './by-keyboard.ts';
import { followMail } from './follow-mail.ts';
import { navigate } from './navigate.ts';
import { addCard, addFunds, confirmEmail, confirmationToken, password, send, uniqueEmail } from './members.ts';
import { test } from './confirming-product.ts';
import { expect } from './product.ts';
import { storedSession } from './screen.ts';

const asking = 'to send, request and withdraw money, and to get waiting payments.';

/** Presses the confirmation button. Opening the link does not confirm the address. */
const press = (page: Page) => page.getByRole('button', { name: 'Confirm my email' }).click();

async function signUp(page: Page, { name, email }: { name: string; email?: string }) {
  await page.getByLabel('Full Name').fill(name);
  if (email !== undefined) await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/dashboard');
}

// One worker runs all tests of this file, because each worker starts a separate product.
test.describe.configure({ mode: 'default' });

test('a new member confirms the address with the mailed link', async ({ page }) => {
  const email = uniqueEmail('lea');
  await page.goto('/signup');
  await signUp(page, { name: 'Léa Moreau', email });
  const steps = page.getByRole('region', { name: 'Set up Florin' });
  await expect(steps).toContainText('1 of 4 done');
  await steps.getByRole('link', { name: 'Open mail' }).click();
  await expect(page.getByRole('heading', { name: 'Sandbox' })).toBeVisible();
  await expect(page.getByText('no mail is sent')).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('link', { name: /^Open the link/ }).click();
  await press(page);

  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(`${email} is confirmed.`);
  await expect(page).toHaveURL('/confirm-email');
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible();
  await navigate(page, '/profile');
  await expect(page.getByRole('heading', { name: 'Profile & Settings' })).toBeVisible();
  await expect(page.getByText(asking)).toHaveCount(0);
});

// Rules: sign-in-20
test('an address can be confirmed after the session has expired', async ({ page, newMember, open, provoke }) => {
  provoke(401, 403);
  const member = await newMember();
  const token = await confirmationToken(member.api, member.email);
  await member.api.call(endpoints.logout);
  await open(page, member, `/confirm-email#${token}`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page);
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible();
  expect(await storedSession(page)).toEqual({ token: null, user: null });
});

test('a member with an unconfirmed address sees reminders on every screen that needs it', async ({
  page,
  newMember,
  open,
}) => {
  const member = await newMember();
  await open(page, member, '/profile');

  await test.step('the reminder sends another mail and can be dismissed for the visit', async () => {
    const bar = page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Not now' }) });
    await bar.getByRole('button', { name: 'Resend' }).click();
    await expect(bar).toContainText(`We sent a new link to ${member.email}.`);
    await bar.getByRole('button', { name: 'Not now' }).click();
    await expect(bar).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(bar).toHaveCount(0);
    await navigate(page, `/sandbox?to=${member.email}`);
    await expect(page.getByRole('listitem')).toHaveCount(2);
  });

  // Rules: identity-1
  await test.step('each screen that needs a confirmed address says so and can resend the mail', async () => {
    await addFunds(member, { USD: '100.00' });
    await addCard(member.api, 'tok_bank');
    await navigate(page, '/send');
    const says = (words: string) =>
      page
        .getByRole('status')
        .filter({ hasText: `Confirm your email to ${words}.` })
        .first();
    await expect(says('send money')).toContainText(`Open the link we emailed to ${member.email}.`);
    await says('send money').getByRole('button', { name: 'Resend' }).click();
    await expect(says('send money')).toContainText(`We sent a new link to ${member.email}.`);
    await navigate(page, '/receive');
    await expect(says('request money')).toBeVisible();
    await navigate(page, '/kyc');
    await expect(says('verify your identity')).toBeVisible();
    await navigate(page, '/dashboard');
    await page.getByRole('article', { name: 'US Dollar' }).getByRole('button', { name: 'Withdraw' }).click();
    await expect(says('withdraw money')).toBeVisible();
    await closeOver(page);
    await navigate(page, `/pay/${uniqueEmail('somebody')}?amount=5`);
    await expect(says('send money')).toBeVisible();
  });

  await test.step('the outbox updates itself and filters by address', async () => {
    await navigate(page, '/sandbox');
    await expect(page.getByRole('listitem').first()).toBeVisible();
    const { email } = await newMember();
    await expect(page.getByRole('listitem').filter({ hasText: email })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Filter by address' }).fill(email);
    await expect(page.getByRole('listitem')).toHaveCount(1);
    await expect(page.getByRole('listitem')).toContainText('Confirm your email address');
  });
});

test('money for an address without an account arrives after sign-up and confirmation', async ({
  page,
  newMember,
  newBrowser,
  provoke,
}) => {
  provoke(403); // the check whether the link needs a password
  const nora = await newMember({ confirmed: true, funds: { USD: '100.00' } });
  const email = uniqueEmail('stranger');
  const dollars = page.getByRole('article', { name: 'US Dollar' });
  const mailbox = await newBrowser();

  // Rules: send-17
  await test.step('money sent to an unknown address is held and arrives after confirmation', async () => {
    const sent = await send(nora, { email }, '5.00', 'Welcome');
    expect(sent.status).toBe('pending');

    await followMail(page, email, /Nora Lind/);
    await expect(page).toHaveURL(/\/signup\?email=[^#]*$/);
    await expect(page.getByText(`Nora Lind sent you $5.00. Sign up with ${email} to receive it.`)).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.reload();
    await expect(page.getByText('Nora Lind sent you $5.00.')).toBeVisible();
    await signUp(page, { name: 'Greta Strand' });
    await expect(dollars).toContainText('$0.00');
    await expect(page.getByText('$5.00 from Nora Lind is waiting: confirm your email to receive it.')).toBeVisible();

    // Rules: security-37
    await test.step('the password confirms without a session, and every open screen drops the reminder', async () => {
      const profile = await page.context().newPage(); // the dashboard has another text
      await profile.goto('/profile');
      await expect(profile.getByText(asking)).toBeVisible();
      await followMail(mailbox, email, 'Confirm your email address');
      await expect(mailbox.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
      await mailbox.getByLabel('Password', { exact: true }).fill(password);
      await press(mailbox);
      await expect(mailbox.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
      await expect(mailbox.getByRole('link', { name: 'Log In' })).toBeVisible();
      await expect(profile.getByText(asking)).toHaveCount(0);
      await profile.close();
    });

    await expect(mailbox.getByText('1 waiting payment has arrived.')).toBeVisible();
    await expect(dollars).toContainText('$5.00');
    await expect(page.getByText('is waiting:')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Recent Transactions' })).toContainText('Received from Nora Lind');
    await expect(page.getByRole('button', { name: 'Notifications, 1 new' })).toBeVisible();
    const line = await nora.api.call(endpoints.getTransaction, { params: { id: sent.id } });
    expect(line.status).toBe('completed');
  });

  await test.step('a confirmation link that was used before says so', async () => {
    await followMail(mailbox, email, 'Confirm your email address');
    await expect(mailbox.getByRole('heading', { name: 'Email already confirmed' })).toBeVisible();
  });
});

test('rejects a canceled invitation and an invalid confirmation link', async ({
  page,
  newMember,
  newBrowser,
  provoke,
}) => {
  provoke(422);
  const nora = await newMember({ confirmed: true, funds: { USD: '100.00' } });
  const email = uniqueEmail('stranger');
  const squatter = await newBrowser();

  // Rules: identity-25
  await test.step('a canceled invitation says so at sign-up, and an unconfirmed address hides name and amount', async () => {
    const first = await send(nora, { email }, '5.00', 'Welcome');
    await followMail(page, email, /sent you \$5.00/);
    await expect(page.getByText('Nora Lind sent you $5.00.')).toBeVisible();
    await nora.api.call(endpoints.cancelTransaction, { params: { id: first.id } });

    await page.reload();
    await expect(page.getByText('This invitation is no longer valid.')).toBeVisible();
    await expect(page.getByText('Nora Lind')).toHaveCount(0);
    await page.goto(`/sandbox?to=${encodeURIComponent(email)}`);
    await expect(page.getByText('Nora Lind canceled the payment of $5.00')).toBeVisible();

    await send(nora, { email }, '7.00', 'Again');
    await squatter.goto('/signup');
    await signUp(squatter, { name: 'Mallory Quick', email });
    await expect(squatter.getByText('Money is waiting: confirm your email to receive it.')).toBeVisible();
    await expect(squatter.getByText(/Nora Lind|\$7\.00/)).toHaveCount(0);
  });

  await test.step('an invalid link offers a new link to a member and the login to a visitor', async () => {
    await page.goto('/confirm-email#not-a-token');
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible();
    await squatter.goto('/confirm-email#not-a-token-either'); // like a link from a mail
    await press(squatter);
    await squatter.getByRole('button', { name: 'Send a new link' }).click();
    await expect(squatter.getByText(`We sent a new link to ${email}.`)).toBeVisible();
  });
});

test('shows a payment request after the address is confirmed, without a reload', async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke(404);
  const payer = await newMember({ funds: { USD: '100.00' } });
  const ines = await newMember({ confirmed: true, name: 'Ines Almeida' });
  const request = await ines.api.call(endpoints.requestMoney, {
    body: { recipient_email: payer.email, amount: '24.00' },
  });
  await open(page, payer, new URL(request.link).pathname + new URL(request.link).search);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Confirm your email first');
  await expect(page.getByRole('main')).toContainText(
    `You will see requests to ${payer.email} after you confirm this address`,
  );
  await confirmEmail(payer.api, payer.email);
  await expect(title).toHaveText('Pay the request');
  await expect(page.getByRole('button', { name: 'Pay $24.48' })).toBeEnabled();
});

test('the confirmation reminder can be used and dismissed by keyboard', async ({ page, newMember, open }) => {
  const member = await newMember();
  await open(page, member, '/profile');
  const bar = page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Not now' }) });
  await pressKey(page, bar.getByRole('button', { name: 'Resend' }));
  await expect(bar).toContainText(`We sent a new link to ${member.email}.`);
  await expectFocusKept(page);
  await pressKey(page, bar.getByRole('button', { name: 'Not now' }));
  await expect(bar).toHaveCount(0);
  await expectFocusKept(page);
});
