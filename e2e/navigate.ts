import { expect, type Page } from '@playwright/test';
import { over } from './back.ts';

/** A page of the app without any state. */
const nowhere = '/no/such/page';

/**
 * Navigates to another screen without a reload, like the app's links, because reloads are slow. Navigates to the same
 * screen through another screen, so the screen loses its state. Reloads if a dialog is open, because the dialog covers
 * the links.
 *
 * After a link or a form, first wait for content of the new screen, because the address changes before the screen.
 */
export async function navigate(page: Page, path: string) {
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
  // Otherwise an assertion could match the previous screen.
  await expect(page.locator('h1[data-e2e-left]')).toHaveCount(0);
}

/** Runs in the page. Removes the focus, like a followed link, because a kept focus could show a tooltip. */
function leaveFor(path: string) {
  for (const heading of document.querySelectorAll('h1')) heading.setAttribute('data-e2e-left', '');
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  history.pushState(null, '', path);
}
