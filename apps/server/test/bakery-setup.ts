import type { Client } from '@florin/contract';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openBakery, type Bakery } from './bakery.ts';
import { join } from './business.ts';
import { createTestApp, type TestApp, type TestMember } from './test-app.ts';

/** The fixtures of a business test, with Mira, the admin. The fixtures exist from `beforeAll` and `beforeEach` on. */
export type BakerySetup = Bakery & { readonly florin: TestApp; readonly mira: TestMember; readonly admin: Client };

/** Starts the product for the tests of a file, and opens a new bakery for each test. Expects clean books at the end. */
export function bakerySetup(): BakerySetup {
  const setup = {} as BakerySetup;
  beforeAll(async () => {
    Object.assign(setup, { florin: await createTestApp() });
  });
  beforeEach(async () => {
    const bakery = await openBakery(setup.florin);
    const mira = await setup.florin.signUp('Mira');
    const admin = await join(setup.florin, bakery.ines, bakery.acme, { person: mira, role: 'admin' });
    Object.assign(setup, bakery, { mira, admin });
  });
  afterAll(async () => {
    await setup.florin.expectCleanBooks();
    await setup.florin.close();
  });
  return setup;
}
