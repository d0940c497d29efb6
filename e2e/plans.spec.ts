import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { closeOver, expectNothingOver } from './back.ts';
import { navigate } from './navigate.ts';
import { addFunds, buy, clientOf, password, uniqueEmail, type Member } from './members.ts';
import { expect, test } from './product.ts';
import { lineOf, storedSession, toast } from './screen.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Plan', exact: true });
const card = (page: Page, name: string) =>
  section(page)
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name }) });
const dialog = (page: Page, plan: string) => page.getByRole('dialog', { name: `Change to ${plan}` });
const press = (page: Page, name: string) => section(page).getByRole('button', { name, exact: true }).click();

const dollars = async ({ api }: Pick<Member, 'api'>) => (await api.call(endpoints.me)).balances.usd_exact;
const planOf = ({ api }: Pick<Member, 'api'>) => api.call(endpoints.getPlan);
const day = (timestamp: string | null) =>
  new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'long', day: 'numeric' }).format(new Date(timestamp ?? ''));

test("a plan can be upgraded, downgraded at the period's end, and upgraded again", async ({
  page,
  newMember,
  open,
}) => {
  const member = await newMember({ funds: { USD: '1000.00' } });
  await buy(member, 'BTC', '120.00');
  await open(page, member, '/profile');

  // Rules: plans-3
  await test.step('an upgrade is paid from the US Dollar wallet, raises the limit immediately and has a receipt', async () => {
    await expect(section(page)).toContainText('$120.00 of $500.00 bought this month');
    await press(page, 'Change plan');
    await expect(lineOf(card(page, 'Pro'), 'Due today, for a month')).toHaveText('$9.99');
    await press(page, 'Change to Pro');
    await expect(dialog(page, 'Pro')).toContainText('Costs $9.99 a month from today');
    await dialog(page, 'Pro').getByRole('button', { name: 'Pay $9.99', exact: true }).click();
    await expect(toast(page, 'You are on the Pro plan')).toBeVisible();
    await expect(section(page)).toContainText('$120.00 of $10,000.00 bought this month');
    const { renews_at } = await planOf(member);
    await expect(section(page)).toContainText(`Renews ${day(renews_at)} for $9.99 from your US Dollar wallet.`);
    expect(await dollars(member)).toBe('868.21');

    const last = day(new Date(Date.parse(renews_at ?? '') - 86_400_000).toISOString());
    await expectNothingOver(page);
    await navigate(page, '/transactions?type=plan');
    await page.getByRole('link', { name: `Pro plan, ${day(new Date().toISOString())} to ${last}` }).click();
    const receipt = page.getByRole('dialog', { name: /^Pro plan, / });
    await expect(lineOf(receipt, 'Paid')).toHaveText('$9.99');
    await expect(lineOf(receipt, 'Balance after')).toHaveText('$868.21');
    await closeOver(page);
  });

  // Rules: plans-4
  await test.step('a downgrade is scheduled for the end of the month and can be revoked', async () => {
    const { renews_at } = await planOf(member);
    await navigate(page, '/profile');
    await press(page, 'Change plan');
    await press(page, `Change on ${day(renews_at)} to Personal`);
    await expect(toast(page, `You switch to Personal on ${day(renews_at)}`)).toBeVisible();
    await expect(section(page)).toContainText(`You switch to Personal on ${day(renews_at)}.`);
    await expect(card(page, 'Personal')).toContainText(`From ${day(renews_at)}`);
    expect(await planOf(member)).toMatchObject({ plan: 'pro', next_plan: 'personal' });
    await page.reload();
    await press(page, 'Keep Pro');
    await expect(section(page)).toContainText(`Renews ${day(renews_at)} for $9.99`);
    expect(await planOf(member)).toMatchObject({ plan: 'pro', next_plan: null });
    expect(await dollars(member)).toBe('868.21');
  });

  await test.step('an upgrade from Pro to Business costs the difference for the remaining days', async () => {
    const { days_left } = await planOf(member);
    await press(page, 'Change plan');
    await expect(lineOf(card(page, 'Business'), `Due today, for ${days_left} days`)).toHaveText('$40.00');
    await press(page, 'Change to Business');
    await dialog(page, 'Business').getByRole('button', { name: 'Pay $40.00', exact: true }).click();
    await expect(section(page)).toContainText('No limit on crypto purchases.');
    expect(await dollars(member)).toBe('828.21');
  });
});

test('a member on the free plan can reach a paid plan', async ({ page, baseURL }) => {
  // Rules: plans-5
  await test.step('sign-up with plan=pro opens that plan and shows the missing amount', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Get Started with Pro' }).click();
    await expect(page).toHaveURL('/signup?plan=pro');
    await page.getByLabel('Full Name').fill('Nora Lind');
    await page.getByLabel('Email').fill(uniqueEmail());
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password').fill(password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page).toHaveURL('/profile?plan=pro#plan');
    await expect(dialog(page, 'Pro')).toContainText('You need $9.99 more.');
    await dialog(page, 'Pro').getByRole('link', { name: 'Go to Add Funds' }).click();
    await expect(page).toHaveURL('/dashboard?tab=wallet');
    await expect(page.getByText('No transactions yet')).toBeVisible();
  });

  const { token } = await storedSession(page);
  const api = clientOf(baseURL ?? '', token);
  await addFunds({ api }, { USD: '100.00' });
  await page.goto('/');

  await test.step("the landing page and the sign-up link open a signed-in member's plan", async () => {
    await page.getByRole('link', { name: 'Get Started with Business' }).click();
    await expect(dialog(page, 'Business')).toContainText('$49.99');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/profile#plan');
    await expect(card(page, 'Personal')).toContainText('Your plan');
    await page.goto('/signup?plan=pro');
    await expect(dialog(page, 'Pro').getByRole('button', { name: 'Pay $9.99' })).toBeVisible();
    await expect(page.locator('#plan')).toBeInViewport(); // no role behind the dialog
  });

  await test.step('a plan can be changed by keyboard', async () => {
    await closeOver(page);
    await navigate(page, '/profile');
    await section(page).getByRole('button', { name: 'Change plan' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(section(page).getByRole('button', { name: 'Change to Pro' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog(page, 'Pro')).toBeVisible();
    await dialog(page, 'Pro').getByRole('button', { name: 'Pay $9.99' }).focus();
    await page.keyboard.press('Enter');
    await expect(toast(page, 'You are on the Pro plan')).toBeVisible();
  });
});
