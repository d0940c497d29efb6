import type { Page } from '@playwright/test';
import { checkEachForm } from './accessible.ts';
import { expectFit } from './fit.ts';
import { expectReadable, readWith, usual } from './letters.ts';

/** Expects the current screen to be accessible in each form, window and font size, then restores the window. */
export async function expectUsable(page: Page, where: string) {
  const window = page.viewportSize();
  await checkEachForm(page, where);
  await expectFit(page, where);
  await expectReadable(page, where);
  await readWith(page, { ...usual, ...window });
}
