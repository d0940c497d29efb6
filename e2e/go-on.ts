import { expect, type Page } from '@playwright/test';
import { over } from './back.ts';

/**
 * Goes to another screen without reloading the app, as its links do: a reload costs more than most checks. Reloads where the
 * route is the same, because the screen would keep its state, and where a dialog is open, because it covers the links.
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
