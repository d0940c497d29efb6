// What axe finds, and what does not fit, in each form that a screen is seen in. Axe is asked directly: brought by its
// wrapper it would be compiled anew for each question, which takes as long as the answer.

import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** There are over two hundred rows of one kind; the first few stand for them. */
const furtherCoins = '.coin-line:nth-child(n + 9)';
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Form = { readonly width: number; readonly colorScheme: 'light' | 'dark'; readonly rules: readonly string[] };

/** The long form of the tests; in the short one a phone's dark theme is left to the desk's, which has the same colours. */
const inAllForms = Boolean(process.env['FLORIN_ALL_FORMS']);

/** Below the first breakpoint a screen is a phone's. All is looked for on a small one; the theme changes but colour. */
const onPhones: readonly Form[] = [
  { width: 320, colorScheme: 'light', rules: [] },
  ...(inAllForms ? [{ width: 390, colorScheme: 'dark', rules: ['color-contrast'] } as const] : []),
];
const phoneEnds = 720;

/** On a desk the theme is all that changes, and what it can change is colour. */
const onDesk = (width: number): readonly Form[] => [
  { width, colorScheme: 'light', rules: [] },
  { width, colorScheme: 'dark', rules: ['color-contrast'] },
];

/** The screen as it stands, in both themes. */
export async function expectAccessible(page: Page, where: string) {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  for (const form of width < phoneEnds ? onPhones : onDesk(width)) {
    const seen = `${where}, ${form.width} px, ${form.colorScheme}`;
    await page.setViewportSize({ width: form.width, height });
    await showIn(page, form.colorScheme);
    await expectNothingFound(page, form.rules, seen);
    expect.soft(await overflowOf(page), `${seen}, scrolls sideways`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width, height });
  await showIn(page, 'light');
}

/** For a state that takes long to come to: on a desk, and then as a phone would show it. */
export async function expectAccessibleEverywhere(page: Page, where: string) {
  const usual = page.viewportSize();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, where);
  }
  if (usual) await page.setViewportSize(usual);
}

async function showIn(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
}

/** Everything, where no rules are named. */
async function expectNothingFound(page: Page, rules: readonly string[], where: string) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(findViolations, { furtherCoins, rules: rules.length > 0 ? rules : standards });
  expect.soft(found, where).toEqual([]);
}

declare global {
  // Interfaces alone can be added to.
  interface Window {
    readonly axe: typeof axe;
  }
}

type Asked = { readonly furtherCoins: string; readonly rules: readonly string[] };

/** Runs in the page. */
async function findViolations({ furtherCoins: further, rules }: Asked): Promise<string[]> {
  const { violations } = await window.axe.run(
    { include: [':root'], exclude: [further] },
    {
      // Tags or names of rules: axe takes either.
      runOnly: [...rules],
      // What passes would be described node by node, which takes longer than to look.
      resultTypes: ['violations'],
    },
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
  );
}

/** How far the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - document.documentElement.clientWidth);
