// The type of a screen or dialog that tests check one by one, and helpers to list screens.

import { expect, type Page } from '@playwright/test';

export type Screen = {
  readonly name: string;
  readonly path: string;
  /** The route to which `ready` navigates, if different from the path's route. */
  readonly leadsTo?: string;
  /** Opens or fills in a part of the screen and waits until the part is shown. */
  readonly ready: (page: Page) => Promise<void>;
};

export const press = async (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click();
export const opens = (dialog: string | RegExp) => (page: Page) =>
  expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
export const says = (text: string | RegExp) => (page: Page) => expect(page.getByText(text).first()).toBeVisible();
export const has = (name: string) => (page: Page) => expect(page.getByRole('heading', { name }).first()).toBeVisible();
