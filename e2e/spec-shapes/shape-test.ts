import { expect, type Page } from '@playwright/test';
import { navigate } from '../navigate.ts';
import { test as base } from '../product.ts';
import { session } from './spec-data.ts';
import { startSpecServer, type Answers, type SpecServer } from './spec-server.ts';

type Shapes = {
  /** Another server with the specification's calls and fields only. */
  readonly spec: SpecServer;
  /** Opens a screen as a member of that server. The first call loads the app; later calls navigate within the app. */
  readonly enter: (path: string, answers?: Answers) => Promise<void>;
};

const start = () => startSpecServer(`http://127.0.0.1:${process.env['FLORIN_E2E_PORT']}`);

export const test = base.extend<Shapes & { other: SpecServer }>({
  other: async ({ products }, use) => use(await products.use(start)),
  baseURL: async ({ other }, use) => use(other.origin),
  spec: async ({ other, guard }, use) => {
    // The guard tolerates these failures, because every call beyond the specification fails, and tests answer with
    // errors.
    for (const failure of [400, 401, 403, 404, 409, 422, 429, 500, 503, 'net::ERR_EMPTY_RESPONSE'])
      guard.tolerate(failure);
    other.reset();
    await use(other);
  },
  enter: async ({ page, spec, open }, use) => {
    let isIn = false;
    await use(async (path, answers = {}) => {
      spec.answer(answers);
      await (isIn ? navigate(page, path) : open(page, session, path));
      isIn = true;
    });
  },
});

/** Expects the page's heading and no error page. */
export async function expectStanding(page: Page, heading: string | RegExp) {
  // Finds the heading by its element, because the heading has no role behind a drawer.
  await expect(page.locator('h1').filter({ hasText: heading })).toBeVisible();
  await expect(page.getByText('This page can’t be displayed')).toHaveCount(0);
}
