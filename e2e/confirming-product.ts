import { startOwnProduct } from './own-product.ts';
import { test as base } from './product.ts';

/** A test with a product that requires confirmed addresses, like a live server. */
export const test = base.extend<object, { confirming: { readonly origin: string } }>({
  confirming: [
    async ({ playwright }, use) => {
      const product = await startOwnProduct(playwright.request, { FLORIN_EMAIL_CONFIRMATION: 'on' });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ confirming }, use) => use(confirming.origin),
});
