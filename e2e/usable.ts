import type { Page } from '@playwright/test';
import { lookInEachForm } from './accessible.ts';
import { expectFit } from './fit.ts';
import { expectReadable, readWith, usual } from './letters.ts';

/** Everybody can use the screen as it stands: in each form, window and letter size. It is left as it was. */
export async function expectUsable(page: Page, where: string) {
  const window = page.viewportSize();
  await lookInEachForm(page, where);
  await expectFit(page, where);
  await expectReadable(page, where);
  await readWith(page, { ...usual, ...window });
}
