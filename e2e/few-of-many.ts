import type { Page } from '@playwright/test';

/** Of rows that are all of one kind the first eight stand for the others. */
const further = ['.coin-line', 'tbody tr', 'li:has(> .caught)'].map((row) => `${row}:nth-child(n + 9)`).join(', ');

/**
 * Looking at hundreds of rows takes minutes and finds nothing that the first few do not have. Those are laid out also below
 * the window, where the app leaves them the size that they had in another one until they come into sight.
 */
export const showFew = (page: Page): Promise<void> =>
  page.evaluate((rows) => {
    if (document.adoptedStyleSheets.length > 0) return; // by an earlier call: the app adopts none
    // The page's own rules allow no style element.
    const few = new CSSStyleSheet();
    few.replaceSync(`${rows} { display: none } * { content-visibility: visible !important }`);
    document.adoptedStyleSheets.push(few);
  }, further);

/** Undoes it. */
export const showAll = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.adoptedStyleSheets.length = 0;
  });
