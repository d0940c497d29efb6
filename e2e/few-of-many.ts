import type { Page } from '@playwright/test';

/** The first eight rows of a list represent the others. */
const further = ['.buy_coinLine', 'tbody tr', 'li:has(> .sandbox_caught)']
  .map((row) => `${row}:nth-child(n + 9)`)
  .join(', ');

/**
 * Hides all but the first rows of long lists, because checking hundreds of equal rows takes minutes. Also lays out rows
 * below the window. Otherwise the app keeps the old size of such rows until the rows become visible.
 */
export const showFew = (page: Page): Promise<void> =>
  page.evaluate((rows) => {
    if (document.adoptedStyleSheets.length > 0) return; // set by an earlier call; the app adopts none
    // The page's policy forbids style elements.
    const few = new CSSStyleSheet();
    few.replaceSync(`${rows} { display: none } * { content-visibility: visible !important }`);
    document.adoptedStyleSheets.push(few);
  }, further);

/** Shows all rows again. */
export const showAll = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.adoptedStyleSheets.length = 0;
  });
