import type { Page } from '@playwright/test';
import { expectBackCloses } from './back.ts';
import { navigate } from './navigate.ts';
import { fillWizard, submit } from './kyc-wizard.ts';
import { memberScreens, memberWithAll } from './member-screens.ts';
import { operatorOf } from './operator.ts';
import { expect, test } from './product.ts';
import type { Screen } from './screen-list.ts';
import { lineOf } from './screen.ts';
import { translatePage } from './translator.ts';
import { goAsVisitor, newcomerScreens, publicScreens } from './visitor-screens.ts';

// Browser translation replaces the text nodes that React created. No page may crash, and figures must stay live. Errors
// in the page fail the test (guard.ts).

test.beforeEach(async ({ context }) => {
  await context.addInitScript(translatePage);
});

const amount = (page: Page) => page.getByLabel('Amount', { exact: true });
const translations = (page: Page) => page.locator('font > font').count();

async function expectWhole(page: Page, name: string) {
  expect(await translations(page), `${name}: it was translated`).toBeGreaterThan(0);
  await expect(page.getByRole('heading', { name: 'This page can’t be displayed' })).toHaveCount(0);
}

/** Types into each visible field and restores it, so that dependent elements appear and disappear. */
async function typeEverywhere(page: Page) {
  const scope = (await page.getByRole('dialog').count()) > 0 ? page.getByRole('dialog').last() : page.locator('body');
  for (const field of await scope
    .locator('input:not([type]), input[type=text], input[type=email], input[type=search], textarea')
    .all()) {
    if (!(await field.isVisible()) || !(await field.isEditable())) continue;
    const before = await field.inputValue();
    for (const text of ['12.50', '9999', 'x', before]) await field.fill(text);
  }
}

/** After Back has closed a dialog, the next dialog may open on the same screen. */
async function useAll(page: Page, screens: readonly Screen[], goTo = navigate) {
  let left: string | undefined;
  for (const { name, path, leadsTo, ready } of screens)
    await test.step(name, async () => {
      if (left !== path) await goTo(page, path);
      await ready(page);
      await typeEverywhere(page);
      await expectWhole(page, name);
      left = (await expectBackCloses(page, name)) && leadsTo === undefined ? path : undefined;
    });
}

for (const [group, screens] of Object.entries(memberScreens))
  test(`the ${group} survive browser translation while a member types`, async ({ page, newMember, open, guard }) => {
    test.setTimeout(240_000);
    for (const status of [400, 401, 404, 409, 422, 429]) guard.tolerate(status);
    const member = await memberWithAll(newMember);
    await open(page, member);
    await useAll(page, screens);
  });

test('the screens for visitors and newcomers survive browser translation while typing', async ({
  page,
  newMember,
  open,
  guard,
}) => {
  test.setTimeout(240_000);
  for (const status of [400, 401, 404, 422]) guard.tolerate(status);
  await useAll(page, publicScreens, goAsVisitor);
  await open(page, await newMember());
  await useAll(page, newcomerScreens);
});

test('the verification steps survive browser translation', async ({ page, newMember, open }) => {
  await open(page, await newMember(), '/kyc');
  await fillWizard(page, 'Lind');
  await expectWhole(page, 'Selfie');
  await submit(page);
  await page.goto('/kyc');
  await expect(page.getByRole('heading', { name: /^In review$|^KYC Verified!$/ })).toBeVisible();
  await expectWhole(page, 'KYC, submitted');
});

test('the operations page survives browser translation', async ({ page, baseURL, open }) => {
  await open(page, await operatorOf(baseURL ?? ''), '/operations');
  await expect(page.getByRole('region', { name: 'Users' }).getByRole('table')).toBeVisible();
  await typeEverywhere(page);
  await expectWhole(page, 'operations');
});

test('figures stay live in a translated page', async ({ page, newMember, open }) => {
  await open(page, await memberWithAll(newMember), '/send');
  const form = page.getByRole('main');
  await page.getByLabel('Recipient email').fill('jonas.weber@florin.example');
  for (const [typed, total] of [
    ['12.50', '$12.75'],
    ['9999', '$10,198.98'],
    ['1', '$1.02'],
  ] as const) {
    await amount(page).fill(typed);
    await expect(lineOf(form, 'Total')).toHaveText(total);
  }
  await page.goto('/buy-crypto?coin=BTC');
  for (const [typed, total] of [
    ['100', '$101.50'],
    ['50', '$50.75'],
  ] as const) {
    await amount(page).fill(typed);
    await expect(lineOf(form, 'Total')).toHaveText(total);
  }
  await page.goto('/sell-crypto?coin=BTC');
  await amount(page).fill('9999');
  await expect(page.getByRole('main')).toContainText(/Not enough|Insufficient|more than/i);
  await amount(page).fill('0.0001');
  await expect(page.getByRole('main')).not.toContainText(/Insufficient/i);
  await expectWhole(page, 'Sell');
});
