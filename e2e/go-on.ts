import { expect, type Page } from '@playwright/test';
import { over } from './back.ts';

/**
 * Goes on to another screen in the app that is open, as its links do: loading it anew costs more than most looks. A screen
 * of the same kind is loaded, for it would be left as it is, and so is one from below a dialog, where no link can be pressed.
 */
export async function goOn(page: Page, path: string) {
  const [from, to] = [page.url(), path].map((address) => new URL(address, page.url()).pathname.split('/')[1]);
  if (from === to || (await over(page).count()) > 0) {
    await page.goto(path);
    return;
  }
  await page.mouse.move(0, 0);
  await page.evaluate(leaveFor, path);
  // Until then what is looked for might be found on the screen that is left.
  await expect(page.locator('h1[data-e2e-left]')).toHaveCount(0);
}

/** Runs in the page. The focus goes along with a link; kept where it was, it would show a tooltip, as the pointer would. */
function leaveFor(path: string) {
  for (const heading of document.querySelectorAll('h1')) heading.setAttribute('data-e2e-left', '');
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  history.pushState(null, '', path);
}
