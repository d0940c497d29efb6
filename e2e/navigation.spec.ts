import { goOn } from './go-on.ts';
import { expect, test } from './product.ts';

test('a member finds the way, from an address that does not exist to a page that is loaded again', async ({
  page,
  newMember,
  open,
}) => {
  await open(page, await newMember(), '/no/such/page');

  // Rules: sign-in-29
  await test.step('an address that does not exist has a page that leads back', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(/not found/i);
    await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click();
    await expect(page).toHaveURL('/dashboard');
  });

  // Rules: sign-in-24
  await test.step('a member has the way around in the bar, and the logo leads to the dashboard', async () => {
    const bar = page.getByRole('navigation', { name: 'Main' });
    await expect(page.getByText('No transactions yet')).toBeVisible();
    await page.evaluate(() => scrollTo(0, 400));
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    expect((await page.locator('header.top').boundingBox())?.y, 'it stays at the top').toBe(0);
    await bar.getByRole('link', { name: 'Transactions' }).click();
    await expect(page).toHaveURL('/transactions');
    await expect(page).toHaveTitle(/Transaction History/);
    await expect(bar.getByRole('link', { name: 'Transactions' })).toHaveAttribute('aria-current', 'page');
    await bar.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(bar.getByRole('link', { name: 'Log In' })).toHaveCount(0);
    await goOn(page, '/send');
    await bar.getByRole('link', { name: 'Florin' }).click();
    await expect(page).toHaveURL('/dashboard');
  });

  await test.step('the theme is chosen in the menu and kept', async () => {
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  await test.step('a page that is loaded again is where it was', async () => {
    const below = page.getByRole('heading', { name: 'Data and privacy' });
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await expect(below).toBeVisible();
    await expect(below).not.toBeInViewport();
    await below.scrollIntoViewIfNeeded();
    await page.waitForTimeout(300); // the router notes the place when the scrolling rests
    await page.reload();
    await expect(below).toBeInViewport();
  });
});

test('a visitor finds the way in, and on the landing page all that there is', async ({ page }) => {
  // Rules: sign-in-26
  await test.step('a visitor has the ways in, and the logo leads home', async () => {
    await page.goto('/nowhere');
    const bar = page.getByRole('navigation', { name: 'Main' });
    await expect(bar.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login');
    await expect(bar.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup');
    await expect(bar.getByRole('button', { name: 'Account' })).toHaveCount(0);
    await bar.getByRole('link', { name: 'Florin' }).click();
    await expect(page).toHaveURL('/');
  });

  // Rules: landing-1
  await test.step('the landing page leads in and says what it costs', async () => {
    const main = page.getByRole('main');
    const begin = page.getByRole('link', { name: 'Get Started Free' });
    await expect(begin).toHaveCount(2); // above all, and to close
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
  await test.step('the landing page has six features, three steps and three plans, and its footer is plain text', async () => {
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
test('a tooltip waits 700 ms, and not at all right after another', async ({ page, newMember, open }) => {
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
  // A pointer that travels, and not one that jumps: its first move over the next link only closes the other tooltip.
  const next = await page.getByRole('link', { name: 'Currency Converter' }).boundingBox();
  if (next === null) throw new Error('the shortcut has no place on the screen');
  await page.mouse.move(next.x + next.width / 2, next.y + next.height / 2, { steps: 12 });
  await page.clock.runFor(50);
  await expect(tooltip('Currency Converter')).toBeVisible();
});

test('without a network the screens say so, and recover by themselves', async ({ page, newMember, open, guard }) => {
  guard.tolerate('net::ERR_INTERNET_DISCONNECTED');
  await open(page, await newMember({ funds: { USD: '10.00' } }), '/transactions');
  await expect(page.getByRole('heading', { name: 'All Transactions (1)' })).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('You are offline.')).toHaveCount(0);
});
