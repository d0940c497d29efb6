import { endpoints } from '@florin/contract';
import { expectAccessible } from './accessible.ts';
import { expectFit } from './fit.ts';
import { uniqueEmail } from './members.ts';
import { startConfigured, type OwnProduct } from './own-product.ts';
import { expect, test as base } from './product.ts';
import { lineOf, toast } from './screen.ts';
import { expectUsable } from './usable.ts';

const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15"/></svg>';
const content = {
  brand: { name: 'Acme Pay', support_email: 'help@acme.example', logo: 'logo.svg' },
  texts: { imprint: 'imprint.txt' },
  fees: { send: '1.25', buy: '3', sell: '0', exchange: '0.75' },
  plans: { personal: { purchase_limit: '700.00' }, pro: { price: '12.50', purchase_limit: null } },
  bounds: { deposit: { maximum: '120.00' } },
};

const files = { 'florin.json': JSON.stringify(content), 'logo.svg': logo, 'imprint.txt': '# Acme Ltd\n\nLisbon' };
const start = () => startConfigured(files);

const test = base.extend<{ configured: OwnProduct }>({
  configured: [async ({ products }, use) => use(await products.use(start)), { timeout: 180_000 }],
  baseURL: async ({ configured }, use) => use(configured.origin),
});

// One worker runs both tests, because each worker starts a separate product.
test.describe.configure({ mode: 'default' });

test('visitors see the configured brand, fees and prices', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle('Every cent, accounted for · Acme Pay');
  const plan = (name: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name }) });
  await expect(plan('Personal')).toContainText('1.25% to send');
  await expect(plan('Personal')).toContainText('3% and 0%');
  await expect(plan('Personal')).toContainText('$700');
  await expect(plan('Pro')).toContainText('$12.50per month');
  await expect(plan('Pro')).toContainText('Unlimited');
  const sample = page.getByRole('region', { name: 'Product preview with sample data' });
  await expect(lineOf(sample, 'Fee (1.25%)')).toHaveText('$1.25');
  await expect(lineOf(sample, 'Total')).toHaveText('$101.25');
  await expect(page.locator('body')).not.toContainText('Florin');
  const icon = await page.request.get('/icon.svg');
  expect([await icon.text(), icon.headers()['content-type']]).toEqual([logo, 'image/svg+xml']);
  await page.getByRole('link', { name: 'Imprint' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Acme Ltd');
  await expect(page).toHaveTitle('Imprint · Acme Pay');
  await expect(page).toHaveURL('/imprint');
  await expectUsable(page, 'imprint');

  await page.goto('/signup');
  const example = page.getByRole('complementary', { name: 'What a payment costs' });
  await expect(lineOf(example, 'Fee (1.25%)')).toHaveText('$1.25');
  await expect(page).toHaveTitle('Sign Up · Acme Pay');

  await page.goto('/help#fees');
  await expect(page.getByText('What does Acme Pay cost?')).toBeVisible();
  await expect(page.locator('#fees')).toContainText('1.25%');
  await expect(page.getByRole('link', { name: 'help@acme.example' })).toBeVisible();
  await expectAccessible(page, 'help of a configured server');
  await expectFit(page, 'help of a configured server');
});

test('members see and pay the configured fees of the institution', async ({ page, newMember, open }) => {
  const ines = await newMember({ funds: { USD: '100.00' } });
  await open(page, ines, '/send');
  await page.getByLabel('Recipient email').fill(uniqueEmail());
  await page.getByLabel('Amount', { exact: true }).fill('40');
  const main = page.getByRole('main');
  await expect(lineOf(main, 'Fee (1.25%)')).toHaveText('$0.50');
  await expect(lineOf(main, 'Total')).toHaveText('$40.50');
  await main.locator('button[type=submit]').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome back/);
  expect((await ines.api.call(endpoints.me)).balances.usd_exact).toBe('59.50');

  await page.getByRole('button', { name: 'Add Funds' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount', { exact: true }).fill('120.01');
  await dialog.getByRole('button', { name: /^Add \$/ }).click();
  await expect(dialog).toContainText('Add between $1.00 and $120.00 at a time.');
  await expect(toast(page, /^Added/)).toBeHidden();
});
