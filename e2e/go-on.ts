import { expect, type Page } from '@playwright/test';
import { over } from './back.ts';

/** A page of the app without a state of its own. */
const nowhere = '/no/such/page';

/**
 * Goes to another screen without reloading the app, as its links do: a reload costs more than most checks. To the same
 * screen it goes by way of another one, or the screen would keep its state. Reloads where a dialog is open, because it
 * covers the links.
 *
 * Wait for something of the present screen first where a link or a form has just led to it: the address changes earlier
 * than the screen, and the one before would be taken for the present one.
 */
export async function goOn(page: Page, path: string) {
  if ((await over(page).count()) > 0) {
    await page.goto(path);
    return;
  }
  if (routeOf(page, page.url()) === routeOf(page, path)) await leave(page, nowhere);
  await leave(page, path);
}

const routeOf = (page: Page, address: string) => new URL(address, page.url()).pathname.split('/')[1];

async function leave(page: Page, path: string) {
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
