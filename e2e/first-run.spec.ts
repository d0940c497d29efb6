import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { turnOnTwoFactor } from './authenticator-app.ts';
import { tabTo } from './by-keyboard.ts';
import { navigate } from './navigate.ts';
import { addFunds, send } from './members.ts';
import { expect, test } from './product.ts';

const list = (page: Page) => page.getByRole('region', { name: 'Set up Florin' });
const line = (page: Page, title: string) => list(page).getByRole('listitem').filter({ hasText: title });
const mailBar = (page: Page) => page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Not now' }) });
const allSet = (page: Page) => page.getByText('You are all set.');

// Rules: app-1
test('a new member is guided to adding and sending money, then the list disappears', async ({
  page,
  newMember,
  open,
}) => {
  const [member, friend] = [await newMember(), await newMember()];
  await open(page, member);
  await expect(list(page)).toContainText('1 of 3 done');
  await expect(line(page, 'Add money')).toHaveAttribute('aria-current', 'step');
  await expect(line(page, 'Confirm your email')).toHaveCount(0);
  await expect(mailBar(page)).toHaveCount(0);

  await line(page, 'Add money').getByRole('button', { name: 'Add Funds' }).click();
  await expect(page.getByRole('dialog', { name: 'Add Funds' })).toBeVisible();
  await page.keyboard.press('Escape');
  await addFunds(member, { USD: '100.00' });
  await expect(line(page, 'Add money')).toContainText('Done');

  await line(page, 'Send money').getByRole('link', { name: 'Send' }).click();
  await expect(page).toHaveURL('/send');
  await send(member, friend, '10.00');
  await page.goto('/dashboard');
  await expect(allSet(page)).toBeVisible();
  await expect(list(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Recent Transactions' })).toContainText('Sent to');
  await expect(allSet(page)).toHaveCount(0);
});

test('the list shows steps that were done elsewhere and can be hidden', async ({ page, baseURL, newMember, open }) => {
  const member = await newMember();
  await open(page, member);

  await test.step('the two-factor step opens its setup and is then done', async () => {
    await line(page, 'Turn on two-factor').getByRole('link', { name: 'Set up' }).click();
    await expect(page).toHaveURL('/profile#security');
    await expect(page.getByRole('button', { name: 'Two-Factor Authentication' })).toBeInViewport();
    await turnOnTwoFactor(baseURL ?? '', member);
    await navigate(page, '/dashboard');
    await expect(line(page, 'Turn on two-factor')).toContainText('Done');
  });

  await test.step('hides the list by keyboard permanently for this member', async () => {
    await page.getByRole('button', { name: 'Skip to content' }).focus();
    await tabTo(page, list(page).getByRole('button', { name: 'Hide these steps' }));
    await page.keyboard.press('Enter');
    await expect(list(page)).toHaveCount(0);
    await expect(
      page.getByRole('region', { name: 'Quick Actions' }).getByRole('link', { name: 'Sell Crypto' }),
    ).toBeFocused();
    await page.reload();
    await expect(page.getByText('No transactions yet')).toBeVisible();
    await expect(list(page)).toHaveCount(0);
  });
});

test('the last visible step ends the list with a message', async ({ page, newMember, open }) => {
  const member = await newMember({ funds: { USD: '50.00' } });
  await open(page, member);
  await expect(line(page, 'Send money')).toHaveAttribute('aria-current', 'step');
  await member.api.call(endpoints.buyCoins, { body: { crypto_symbol: 'BTC', amount_usd: '5.00' } });
  await expect(allSet(page)).toBeVisible();
});

test('the list causes no layout shift and fits a small phone', async ({ page, newMember, open }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.addInitScript(countShiftsOfSteps);
  await open(page, await newMember());
  await expect(line(page, 'Turn on two-factor')).toBeVisible();
  await expect(page.getByText('No transactions yet')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await page.evaluate(() => document.documentElement.dataset['shiftsOfSteps'] ?? '0')).toBe('0');
});

/** Runs in the page. Counts the layout shifts that the list caused. */
function countShiftsOfSteps() {
  let moved = 0;
  new PerformanceObserver((seen) => {
    for (const shift of seen.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[]) {
      const isOurs = shift.sources.some(
        ({ node }) => node instanceof Element && node.closest('.first-steps_steps, .dashboard_lists') !== null,
      );
      if (isOurs) moved += 1;
    }
    document.documentElement.dataset['shiftsOfSteps'] = String(moved);
  }).observe({ type: 'layout-shift', buffered: true });
}

// Rules: app-2
test('the demo account has a year of history and no setup steps', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Try the demo account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ines');
  await expect(page.getByRole('region', { name: 'Recent Transactions' }).getByRole('listitem')).toHaveCount(5);
  await expect(list(page)).toHaveCount(0);
  await expect(allSet(page)).toHaveCount(0);
  await page.getByRole('group', { name: 'Range' }).getByRole('button', { name: '1Y' }).click();
  await expect(page.getByRole('slider', { name: 'Total balance over one year' })).toBeAttached();
});
