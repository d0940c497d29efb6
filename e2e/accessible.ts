// What axe finds, and what does not fit, in each form that a screen is seen in. Axe is asked directly: brought by its
// wrapper it would be compiled anew for each question, which takes as long as the answer.

import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { showAll, showFew } from './few-of-many.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Form = {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  /** All of them, where none is named. */
  readonly rules: readonly string[];
  /** Also what lies below a dialog or menu. It is looked at once, and in each form on the screen itself. */
  readonly below?: true;
};

/**
 * The theme changes but colour, and below the first breakpoint a screen is a phone's: all is looked for on a desk and on a
 * small phone. In the short form of the tests a phone's dark theme is left to the desk's, which has the same colours.
 */
const forms: readonly Form[] = [
  { width: 1280, colorScheme: 'light', rules: [], below: true },
  { width: 1280, colorScheme: 'dark', rules: ['color-contrast'] },
  { width: 320, colorScheme: 'light', rules: [] },
  ...(process.env['FLORIN_ALL_FORMS'] ? [{ width: 390, colorScheme: 'dark', rules: ['color-contrast'] } as const] : []),
];

const phoneEnds = 720;
/** On a phone most of a screen is below its window, where a bar may happen to lie over half a field. */
const tall = 2_400;

/** The screen as it stands, in each form; its window is left as it was. */
export async function expectAccessible(page: Page, where: string) {
  const window = page.viewportSize();
  await showFew(page);
  await lookInEachForm(page, where);
  await showAll(page);
  if (window) await page.setViewportSize(window);
}

/** Leaves the window in the last form, and light. */
export async function lookInEachForm(page: Page, where: string) {
  let shown: Form['colorScheme'] | undefined;
  for (const { width, colorScheme, rules, below = false } of forms) {
    const seen = `${where}, ${width} px, ${colorScheme}`;
    await page.setViewportSize({ width, height: width < phoneEnds ? tall : 900 });
    if (shown !== colorScheme) await showIn(page, colorScheme);
    shown = colorScheme;
    expect.soft(await violationsIn(page, rules, below), seen).toEqual([]);
    expect.soft(await overflowOf(page), `${seen}, scrolls sideways`).toBeLessThanOrEqual(0);
  }
  if (shown !== 'light') await showIn(page, 'light');
}

async function showIn(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
}

async function violationsIn(page: Page, rules: readonly string[], below: boolean) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(findViolations, { rules: rules.length > 0 ? rules : standards, below });
}

declare global {
  // Interfaces alone can be added to.
  interface Window {
    readonly axe: typeof axe;
  }
}

type Asked = { readonly rules: readonly string[]; readonly below: boolean };

/** Runs in the page. */
async function findViolations({ rules, below }: Asked): Promise<string[]> {
  const front = below ? undefined : [...document.querySelectorAll('[role=dialog], [role=menu]')].at(-1);
  const { violations } = await window.axe.run(front ?? document.documentElement, {
    // Tags or names of rules: axe takes either.
    runOnly: [...rules],
    // What passes would be described node by node, which takes longer than to look.
    resultTypes: ['violations'],
  });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
  );
}

/** How far the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - document.documentElement.clientWidth);
