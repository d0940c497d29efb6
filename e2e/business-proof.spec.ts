import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { actingClient, openBusiness } from './business-people.ts';
import { addFunds } from './members.ts';
import { expect, test } from './product.ts';

test.describe.configure({ timeout: 240_000 });

const verified = (page: Page) => page.getByRole('main').getByText('Verified', { exact: true });
const balances = (page: Page) => page.getByRole('region', { name: 'Your balances' });

test('a business has a separate proof, and no page shows the proof of another account', async ({
  page,
  context,
  baseURL,
  newMember,
  open,
}) => {
  const origin = baseURL ?? '';
  const owner = await newMember({ name: 'Ines Almeida', confirmed: true, funds: { USD: '300.00' } });
  await open(page, owner, '/profile');
  const handle = await openBusiness(page, origin, owner, 'Acme Bakery');
  const own = actingClient(origin, owner, handle);
  await addFunds({ api: own }, { USD: '50.00', EUR: '7.00' });
  const proofPages = { own: '/profile/proof', business: `/b/${handle}/profile/proof` };
  const expectOwn = async (tab: Page) => {
    await expect(balances(tab)).toContainText('$300.00');
    await expect(balances(tab)).not.toContainText(/50\.00|7\.00/);
    await expect(verified(tab)).toBeVisible();
  };
  const expectBusiness = async (tab: Page) => {
    await expect(balances(tab)).toContainText('$50.00');
    await expect(balances(tab)).toContainText('€7.00');
    await expect(balances(tab)).not.toContainText('300.00');
    await expect(verified(tab)).toBeVisible();
  };
  for (const api of [owner.api, own])
    await expect
      .poll(
        () =>
          api.call(endpoints.getProof, { query: {} }).then(
            ({ entries }) => entries.length,
            () => 0,
          ),
        {
          timeout: 90_000,
        },
      )
      .toBeGreaterThan(0);

  await test.step('the dashboard of the business leads to its proof, which is verified', async () => {
    await page.goto(`/b/${handle}/dashboard`);
    await page.getByRole('link', { name: /^Verified/ }).click();
    await expect(page).toHaveURL(`${origin}${proofPages.business}`);
    await expectBusiness(page);
  });

  await test.step('the own account has another proof', async () => {
    await page.goto(proofPages.own);
    await expectOwn(page);
  });

  await test.step('while a proof is fetched after a switch, nothing of the other account is shown', async () => {
    const held = Promise.withResolvers<void>();
    await page.route('**/api/proof*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByRole('menuitem', { name: /Acme Bakery/ }).click();
    await expect(page).toHaveURL(`${origin}/b/${handle}/dashboard`);
    await page.goto(proofPages.business);
    await expect(page.getByText('Checking…')).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('300.00');
    await expect(verified(page)).toHaveCount(0);
    held.resolve();
    await expectBusiness(page);
    await page.unroute('**/api/proof*');
  });

  await test.step('two tabs show two proofs, also after both are checked again', async () => {
    const personal = await context.newPage();
    await personal.goto(proofPages.own);
    await expectOwn(personal);
    for (const tab of [page, personal]) await tab.getByRole('button', { name: 'Check again' }).click();
    await expectBusiness(page);
    await expectOwn(personal);
    await personal.close();
  });

  await test.step('the back button returns to the proof of the account in the address', async () => {
    await page.goto(proofPages.own);
    await expectOwn(page);
    await page.goBack();
    await expectBusiness(page);
  });
});
