import type { Page } from '@playwright/test';

/** Of rows that are all of one kind the first eight stand for the others, until the page is left. */
const further = ['.coin-line', 'tbody tr', 'li:has(> .caught)'].map((row) => `${row}:nth-child(n + 9)`).join(', ');

/** Looking at hundreds of rows takes minutes and finds nothing that the first few do not have. */
export const showFew = (page: Page): Promise<void> =>
  page.evaluate((rows) => {
    // The page's own rules allow no style element.
    const hidden = new CSSStyleSheet();
    hidden.replaceSync(`${rows} { display: none }`);
    document.adoptedStyleSheets.push(hidden);
  }, further);
