// Checks screens with axe, and for sideways scrolling, in several window sizes and themes. Calls axe directly, because
// axe's wrapper compiles axe for each check. The compilation takes as long as the check itself.

import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { showAll, showFew } from './few-of-many.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Form = {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  /** Names or tags of axe's rules; empty for all. */
  readonly rules: readonly string[];
  /**
   * Also checks the parts that do not differ between forms: the page below a dialog or menu, style sheets and media.
   * Reading the style sheets takes a third of a check.
   */
  readonly once?: true;
};

/**
 * The themes differ only in color, and below the first breakpoint a screen is a phone's. So all rules run on a desktop
 * and a small phone. The dark theme on a phone has the desktop's colors, so only the long form checks it.
 */
const forms: readonly Form[] = [
  { width: 1280, colorScheme: 'light', rules: [], once: true },
  { width: 1280, colorScheme: 'dark', rules: ['color-contrast'] },
  { width: 320, colorScheme: 'light', rules: [] },
  ...(process.env['FLORIN_ALL_FORMS'] ? [{ width: 390, colorScheme: 'dark', rules: ['color-contrast'] } as const] : []),
];

const phoneEnds = 720;
/** A window that shows most phone screens completely, so no fixed bar covers a field. */
const tall = 2_400;

/** Checks the current screen in each form and restores its window size. */
export async function expectAccessible(page: Page, where: string) {
  const window = page.viewportSize();
  await showFew(page);
  await checkEachForm(page, where);
  await showAll(page);
  if (window) await page.setViewportSize(window);
}

/** Checks the screen in each form. Leaves the window in the last form with the light theme. */
export async function checkEachForm(page: Page, where: string) {
  let shown: Form['colorScheme'] | undefined;
  for (const { width, colorScheme, rules, once = false } of forms) {
    const seen = `${where}, ${width} px, ${colorScheme}`;
    await page.setViewportSize({ width, height: width < phoneEnds ? tall : 900 });
    if (shown !== colorScheme) await showIn(page, colorScheme);
    shown = colorScheme;
    expect.soft(await violationsIn(page, rules, once), seen).toEqual([]);
    expect.soft(await overflowOf(page), `${seen}, scrolls sideways`).toBeLessThanOrEqual(0);
  }
  if (shown !== 'light') await showIn(page, 'light');
}

async function showIn(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
}

async function violationsIn(page: Page, rules: readonly string[], once: boolean) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(findViolations, { rules: rules.length > 0 ? rules : standards, once });
}

declare global {
  // Only interfaces can be extended.
  interface Window {
    readonly axe: typeof axe;
  }
}

type Asked = { readonly rules: readonly string[]; readonly once: boolean };

/** Runs in the page. */
async function findViolations({ rules, once }: Asked): Promise<string[]> {
  const withoutFiles = {
    preload: false,
    rules: { 'css-orientation-lock': { enabled: false }, 'no-autoplay-audio': { enabled: false } },
  };
  const front = once ? undefined : [...document.querySelectorAll('[role=dialog], [role=menu]')].at(-1);
  const { violations } = await window.axe.run(front ?? document.documentElement, {
    // axe accepts tags or names of rules.
    runOnly: [...rules],
    ...(once ? {} : withoutFiles),
    // Descriptions of passing nodes would take longer than the check.
    resultTypes: ['violations'],
  });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
  );
}

/** Returns the width of the page beyond its window in pixels. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - document.documentElement.clientWidth);
