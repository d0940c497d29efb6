// Locators and assertions that several screens share.

import { expect, type Locator, type Page } from '@playwright/test';

/** A toast with exactly this message. */
export const toast = (page: Page, message: string | RegExp): Locator =>
  page.getByRole('region', { name: /^Notifications/ }).getByText(message, { exact: true });

/** Expects the field to be marked invalid with this message. */
export async function expectFieldError(field: Locator, sentence: string) {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(`^${literally(sentence)}`));
}

const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Returns the value of a term in a list of figures. */
export function lineOf(scope: Locator, term: string): Locator {
  const name = scope.page().locator('dt', { hasText: new RegExp(`^${literally(term)}$`) });
  return scope.locator('dl > div').filter({ has: name }).locator('dd');
}

/** Confirms the dialog about a look-alike or a repeated payment. */
export const confirmSend = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();

export type HeldCalls = { readonly count: () => number; readonly release: () => void };

/** Holds calls of this method and path until they are released, and counts them. */
export async function holdCalls(page: Page, method: string, path: string): Promise<HeldCalls> {
  const gate = Promise.withResolvers<void>();
  let count = 0;
  await page.route(`**/api${path}`, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    count += 1;
    await gate.promise;
    return route.continue();
  });
  return { count: () => count, release: gate.resolve };
}

/** Answers a path with this status, like a failing server, until `stop` is called. */
export async function failCalls(page: Page, path: string, status = 503): Promise<{ stop: () => Promise<void> }> {
  const pattern = `**/api${path}`;
  await page.route(pattern, (route) => route.fulfill({ status, body: '' }));
  return { stop: () => page.unroute(pattern) };
}

/** Marks the document. A full page load replaces it and removes the mark. */
export async function markDocument(page: Page) {
  await page.evaluate(() => document.documentElement.setAttribute('data-e2e-marked', ''));
  const marked = page.locator('html[data-e2e-marked]');
  return { expectSame: () => expect(marked).toHaveCount(1), expectReplaced: () => expect(marked).toHaveCount(0) };
}

export const storedSession = (page: Page) =>
  page.evaluate(() => ({ token: localStorage.getItem('token'), user: localStorage.getItem('user') }));
