import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { verifyPerson } from './business-people.ts';
import { expect, test } from './product.ts';
import { untilControlled } from './worker.ts';

const total = (page: Page) => page.getByRole('region', { name: 'Balances' }).locator('.figure-hero');
/** The bar with the last figures, or the page of an account without figures. */
const offline = (page: Page) => page.getByText(/^You are offline\.?$/).first();

test('a switch of accounts offline never shows the figures of the other account', async ({
  freshBrowser,
  newMember,
  open,
  provoke,
  baseURL,
}) => {
  test.slow();
  provoke('net::ERR_INTERNET_DISCONNECTED');
  const origin = new URL(baseURL ?? '').origin;
  const ines = await newMember({ name: 'Ines Almeida', confirmed: true, funds: { USD: '250.00' } });
  const page = await freshBrowser({ serviceWorkers: 'allow' });
  await open(page, ines, '/help');
  await verifyPerson(page, origin, ines);
  const handle = `bakery-${Date.now()}`;
  await ines.api.call(endpoints.openBusiness, {
    body: {
      name: 'Almeida Bakery',
      handle,
      email: `pay@${handle}.example`,
      details: {
        form: 'company',
        country: 'PT',
        street_address: 'Rua do Ouro 17',
        city: 'Lisboa',
        postal_code: '1100-061',
        registration_number: 'PT 501 442 600',
        activity: 'Bakes bread for restaurants.',
        owners: [{ name: 'Ines Almeida', share: 60 }],
      },
    },
  });
  await page.goto('/dashboard');
  await expect(total(page)).toHaveText('$250.00');
  await untilControlled(page);
  await expect.poll(() => page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).toContain('250.00');
  await page.reload();
  await expect(total(page)).toHaveText('$250.00');

  await page.context().setOffline(true);
  await page.goto(`/b/${handle}/dashboard`);
  await expect(offline(page)).toBeVisible();
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.getByText('$250.00')).toHaveCount(0);

  await page.context().setOffline(false); // the page opens automatically
  await expect(total(page)).toHaveText('$0.00');
  await page.context().setOffline(true);
  await page.goto('/dashboard');
  await expect(offline(page)).toBeVisible();
  await expect(total(page)).toHaveText('$250.00'); // empty wallets of the person are also $0.00
});
