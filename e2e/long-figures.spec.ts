import type { Page } from '@playwright/test';
import { overflowOf } from './accessible.ts';
import { navigate } from './navigate.ts';
import { expect, test } from './product.ts';

// A narrow phone and a common phone.
const phones = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
];

const amount = (page: Page) => page.getByLabel('Amount', { exact: true });
const cancel = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Cancel' });
const submit = (page: Page) => page.getByRole('main').locator('button[type=submit]');

/** Expects the bar's text to be complete and both of its buttons to be in the window. */
async function expectBarFits(page: Page, width: number) {
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  expect(await submit(page).evaluate(isCut)).toBe(false);
  const { x = 0, width: wide = 0 } = (await cancel(page).boundingBox()) ?? {};
  expect(x + wide).toBeLessThanOrEqual(width);
}

const isCut = (element: Element): boolean => {
  const words = document.createRange();
  words.selectNodeContents(element);
  const [text, room] = [words.getBoundingClientRect(), element.getBoundingClientRect()];
  return text.left < room.left || text.right > room.right || text.top < room.top || text.bottom > room.bottom;
};

const edgesOfText = (element: Element) => {
  const words = document.createRange();
  words.selectNodeContents(element);
  const { left, right } = words.getBoundingClientRect();
  return { left, right };
};

for (const phone of phones)
  test.describe(`at ${phone.width} px`, () => {
    test.use({ viewport: phone });
    test('long figures fit a phone', async ({ page, newMember, open }) => {
      const member = await newMember({ funds: { USD: '500.00' }, coins: { LINK: '412.34' } });
      await open(page, member, '/buy-crypto?coin=SHIB');

      // Rules: errors-5
      await test.step('long figures fit the action bars of Buy and Sell', async () => {
        await amount(page).fill('12345.67');
        await expect(submit(page)).toHaveText('Buy');
        await expectBarFits(page, phone.width);
        await navigate(page, '/sell-crypto?coin=LINK');
        await page.getByRole('button', { name: 'Use Max' }).click();
        await expect(submit(page)).toHaveText('Sell');
        await expectBarFits(page, phone.width);
      });

      await test.step('the currency sign of a long converted amount stays next to it', async () => {
        await navigate(page, '/dashboard?tab=converter');
        const converter = page.getByRole('tabpanel');
        await converter.getByLabel('Amount', { exact: true }).fill('150000');
        await page.getByRole('combobox', { name: 'To currency' }).selectOption('JPY');
        const result = converter.getByLabel('Converted amount');
        await expect(result).toHaveText('22425000.00');
        await expect.poll(() => overflowOf(page), { timeout: 1_000 }).toBeLessThanOrEqual(0);
        expect(await result.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
        const sign = await converter.getByText('¥').evaluate(edgesOfText);
        expect(sign.right).toBeLessThanOrEqual((await result.evaluate(edgesOfText)).left);
      });
    });
  });
