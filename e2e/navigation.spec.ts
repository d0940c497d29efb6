import { navigate } from './navigate.ts';
import { expect, test } from './product.ts';

test('a member can navigate from a not-found page, by the bar, and after a reload', async ({
  page,
  newMember,
  open,
}) => {
  await open(page, await newMember(), '/no/such/page');

  // Rules: sign-in-29
  await test.step('an unknown address shows a not-found page with a link back', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(/not found/i);
    await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click();
    await expect(page).toHaveURL('/dashboard');
  });

  // Rules: sign-in-24
  await test.step('the navigation bar leads everywhere, and its logo to the dashboard', async () => {
    const bar = page.getByRole('navigation', { name: 'Main' });
    await expect(page.getByText('No transactions yet')).toBeVisible();
    await page.evaluate(() => scrollTo(0, 400));
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    expect((await page.locator('header.top').boundingBox())?.y, 'the bar stays at the top').toBe(0);
    await bar.getByRole('link', { name: 'Transactions' }).click();
    await expect(page).toHaveURL('/transactions');
    await expect(page).toHaveTitle(/Transaction History/);
    await expect(bar.getByRole('link', { name: 'Transactions' })).toHaveAttribute('aria-current', 'page');
    await bar.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(bar.getByRole('link', { name: 'Log In' })).toHaveCount(0);
    await navigate(page, '/send');
    await bar.getByRole('link', { name: 'Florin' }).click();
    await expect(page).toHaveURL('/dashboard');
  });

  await test.step('the theme chosen in the menu persists', async () => {
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  await test.step('a reload keeps the scroll position', async () => {
    const below = page.getByRole('heading', { name: 'Data and privacy' });
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await expect(below).toBeVisible();
    await expect(below).not.toBeInViewport();
    await below.scrollIntoViewIfNeeded();
    await page.waitForTimeout(300); // the router stores the position after scrolling ends
    await page.reload();
    await expect(below).toBeInViewport();
  });
});

test('a visitor can navigate to login and sign-up, and the landing page is complete', async ({ page }) => {
  // Rules: sign-in-26
  await test.step("a visitor's bar links to login and sign-up, and its logo to the landing page", async () => {
    await page.goto('/nowhere');
    const bar = page.getByRole('navigation', { name: 'Main' });
    await expect(bar.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login');
    await expect(bar.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup');
    await expect(bar.getByRole('button', { name: 'Account' })).toHaveCount(0);
    await bar.getByRole('link', { name: 'Florin' }).click();
    await expect(page).toHaveURL('/');
  });

  // Rules: landing-1
  await test.step('the landing page links to sign-up and states figures and prices', async () => {
    const main = page.getByRole('main');
    const begin = page.getByRole('link', { name: 'Get Started Free' });
    await expect(begin).toHaveCount(2); // at the top and at the end
    for (const link of await begin.all()) await expect(link).toHaveAttribute('href', '/signup');
    await expect(main.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
    for (const claim of ['50M+', '$2B+', '200+', '170+']) {
      await expect(main.getByText(claim, { exact: true }).first()).toBeVisible();
    }
    for (const text of ['$9.99', '$49.99', '$500', '$10,000', 'Unlimited']) {
      await expect(main).toContainText(text);
    }
    for (const plan of ['personal', 'pro', 'business']) {
      await expect(page.locator(`a[href="/signup?plan=${plan}"]`)).toBeVisible();
    }
  });

  // Rules: landing-2
  await test.step('the landing page has six features, three steps, three plans and a footer without links', async () => {
    const titles = page.getByRole('main').getByRole('heading', { level: 3 });
    await expect(titles).toHaveText([
      'Send & Receive Money',
      'Buy & Sell Crypto',
      'Bank-Level Security',
      'Lightning Fast',
      'Global Reach',
      'Privacy First',
      'Sign up with an email',
      'Complete KYC identity verification',
      'Send money and trade crypto',
      'Personal',
      'Pro',
      'Business',
    ]);
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('heading')).toHaveText(['Product', 'Company', 'Legal']);
    await expect(footer.getByRole('listitem')).toHaveCount(12);
    await expect(footer.getByRole('link')).toHaveCount(0);
  });
});

// Rules: sign-in-27
test('a tooltip opens after 700 ms, and immediately after another tooltip', async ({ page, newMember, open }) => {
  await page.clock.install();
  await open(page, await newMember(), '/transactions');
  await expect(page.getByText('No transactions found')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const tooltip = (name: string) => page.getByRole('tooltip', { name });
  await page.getByRole('link', { name: 'My Wallets' }).hover();
  await page.clock.runFor(650);
  await expect(tooltip('My Wallets')).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(tooltip('My Wallets')).toBeVisible();
  // Moves the pointer in steps, because a jump onto the next link would only close the first tooltip.
  const next = await page.getByRole('link', { name: 'Currency Converter' }).boundingBox();
  if (next === null) throw new Error('the shortcut has no place on the screen');
  await page.mouse.move(next.x + next.width / 2, next.y + next.height / 2, { steps: 12 });
  await page.clock.runFor(50);
  await expect(tooltip('Currency Converter')).toBeVisible();
});

test('the screens show that the network is down and recover by themselves', async ({
  page,
  newMember,
  open,
  guard,
}) => {
  guard.tolerate('net::ERR_INTERNET_DISCONNECTED');
  await open(page, await newMember({ funds: { USD: '10.00' } }), '/transactions');
  await expect(page.getByRole('heading', { name: 'All Transactions (1)' })).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('You are offline.')).toHaveCount(0);
});
