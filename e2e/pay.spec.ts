import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { navigate } from './navigate.ts';
import { password, send, uniqueEmail, type Member } from './members.ts';
import { expect, test } from './product.ts';
import { lineOf, toast } from './screen.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const linkTo = ({ email }: Pick<Member, 'email'>) => `/pay/${email}?amount=64&note=Concert+tickets`;

async function logIn(page: Page, { email }: Pick<Member, 'email'>) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

async function expectAsked(page: Page, { email }: Pick<Member, 'email'>) {
  const slab = page.getByRole('region', { name: 'Payment details' });
  await expect(slab).toContainText(email);
  await expect(slab).toContainText('$64.00');
  await expect(slab).toContainText('Concert tickets');
}

test('a visitor can pay by payment links', async ({ page, newMember }) => {
  const payer = await newMember({ funds: { USD: '100.00', EUR: '100.00' } });

  // Rules: receive-16
  await test.step('a visitor logs in, returns to the payment link and pays', async () => {
    const ines = await newMember({ name: 'Ines Almeida' });
    await page.goto(linkTo(ines));
    await expect(title(page)).toHaveText('Log in to pay');
    await expectAsked(page, ines);
    await expect(lineOf(page.getByRole('main'), 'You pay')).toHaveText('$65.28');
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expect(page.getByText('Ines Almeida')).toHaveCount(0);

    await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
    await logIn(page, payer);
    await expect(page).toHaveURL(linkTo(ines));
    await expect(title(page)).toHaveText('Send Money');
    await expectAsked(page, ines);
    await expect(page.getByText('This is your first payment to Ines Almeida.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Payment details' })).toContainText('Ines Almeida');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(toast(page, `Successfully sent USD 64.00 to ${ines.email}`)).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    const [line] = await ines.api.call(endpoints.listTransactions, { query: {} });
    expect(line).toMatchObject({ type: 'receive', amount_exact: '64.00', note: 'Concert tickets' });
  });

  // Rules: receive-15
  await test.step('a link without an amount lets the payer choose it', async () => {
    const ines = await newMember();
    await send(await newMember({ funds: { USD: '10.00' } }), payer, '1.00');
    await expect(title(page)).toHaveText(/^Welcome back/);
    await navigate(page, `/pay/${ines.email}`);
    await page.getByRole('combobox', { name: 'Currency' }).selectOption('EUR');
    await page.getByLabel('Amount', { exact: true }).fill('7.50');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(toast(page, `Successfully sent EUR 7.50 to ${ines.email}`)).toBeVisible();
  });
});

// Rules: sign-in-19
test('a visitor with an expired session returns to the payment after the login', async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke(401);
  const [payer, ines] = [await newMember(), await newMember()];
  await payer.api.call(endpoints.logout);
  await open(page, payer, linkTo(ines));
  await expect(page).toHaveURL(`/login?back=${encodeURIComponent(linkTo(ines))}`);
  await logIn(page, payer);
  await expect(page).toHaveURL(linkTo(ines));
  await expect(title(page)).toHaveText('Send Money');
  await expectAsked(page, ines);
});

test('a signed-in visitor of the login follows its return address, but never out of the app', async ({
  page,
  newMember,
  open,
}) => {
  const [payer, ines] = [await newMember(), await newMember()];
  await open(page, payer, `/login?back=${encodeURIComponent(linkTo(ines))}`);
  await expect(page).toHaveURL(linkTo(ines));
  for (const elsewhere of ['//evil.example/', '/\\evil.example', 'https://evil.example']) {
    await page.goto(`/login?back=${encodeURIComponent(elsewhere)}`);
    await expect(page).toHaveURL('/dashboard');
  }
});

test('a payment link shows little to a visitor, who then signs up', async ({ page, newMember, newBrowser, open }) => {
  const ines = await newMember();
  await page.goto('/terms');

  // Rules: receive-17
  await test.step('known and unknown addresses look the same', async () => {
    const looks: string[] = [];
    for (const { email } of [ines, { email: uniqueEmail('unknown') }]) {
      await navigate(page, `/pay/${email}`);
      await expect(page.getByText('You choose')).toBeVisible();
      looks.push((await page.getByRole('main').innerText()).replace(email, 'somebody'));
    }
    expect(looks[0]).toBe(looks[1]);
  });

  await test.step('shows what is wrong with a payment link', async () => {
    await navigate(page, '/pay/nobody');
    await expect(title(page)).toHaveText('This link does not work');
    for (const asked of ['amount=0', 'amount=a%20lot', 'amount=64&currency=JPY']) {
      await navigate(page, `/pay/${ines.email}?${asked}`);
      await expect(page.getByText('The amount in this link is invalid.')).toBeVisible();
      await expect(page.getByText('You choose')).toBeVisible();
    }
    const own = await newBrowser();
    await open(own, ines, linkTo(ines));
    await expect(title(own)).toHaveText('This is your own link');
  });

  await test.step('a visitor returns to the payment link after signing up by way of the login page', async () => {
    await navigate(page, linkTo(ines));
    await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Full Name').fill('Piet Mondriaan');
    await page.getByLabel('Email').fill(uniqueEmail('piet'));
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page).toHaveURL(linkTo(ines));
    await expect(title(page)).toHaveText('Send Money');
    await expect(page.getByText('Not enough in your US Dollar wallet.')).toBeVisible();
  });
});

test.describe('a payment request', () => {
  const ask = async ({ api }: Member, terms: { recipient_email?: string; amount: string; note?: string }) => {
    const request = await api.call(endpoints.requestMoney, { body: terms });
    return { ...request, path: new URL(request.link).pathname + new URL(request.link).search };
  };

  test('a payment request is paid once by its link and then shows that', async ({ page, newMember }) => {
    const [payer, ines] = [await newMember({ funds: { USD: '100.00' } }), await newMember({ name: 'Ines Almeida' })];
    const { path } = await ask(ines, { amount: '24.00', note: 'Concert ticket' });
    await page.goto(path);
    await expect(page.getByText('Shown after you log in')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
    await logIn(page, payer);
    await expect(page).toHaveURL(path);
    await expect(page.getByText('Ines Almeida', { exact: true })).toBeVisible();
    await expect(page.getByText('Concert ticket')).toBeVisible();
    await page.getByRole('button', { name: 'Pay $24.48' }).dblclick();
    await expect(toast(page, `Successfully sent USD 24.00 to ${ines.email}`)).toBeVisible();
    await expect(title(page)).toHaveText('This request is paid');
    expect(await payer.api.call(endpoints.listTransactions, { query: { type: 'send' } })).toHaveLength(1);
    await page.reload();
    await expect(title(page)).toHaveText('This request is paid');
  });

  test('an ended, own or foreign request cannot be paid', async ({ page, newMember, open, provoke }) => {
    provoke(404);
    const [payer, ines, other] = [await newMember({ confirmed: true }), await newMember(), await newMember()];
    const declined = await ask(ines, { recipient_email: payer.email, amount: '1.00' });
    const canceled = await ask(ines, { recipient_email: payer.email, amount: '2.00' });
    const foreign = await ask(ines, { recipient_email: other.email, amount: '3.00' });
    const own = await ask(payer, { amount: '4.00' });
    await payer.api.call(endpoints.declineRequest, { params: { id: declined.id } });
    await ines.api.call(endpoints.cancelRequest, { params: { id: canceled.id } });
    await open(page, payer, '/terms');
    for (const [{ path }, words] of [
      [declined, 'This request was declined'],
      [canceled, 'This request was canceled'],
      [foreign, 'Request not found'],
      [own, 'This is your own request'],
    ] as const) {
      await navigate(page, path);
      await expect(title(page)).toHaveText(words);
      await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
    }
  });
});

test('an invitation fills in the address at sign-up', async ({ page }) => {
  await page.goto('/signup?email=piet@florin.example');
  await expect(page.getByLabel('Email')).toHaveValue('piet@florin.example');
});
