import { startOwnProduct, type OwnProduct } from './own-product.ts';
import { test as base } from './product.ts';

const start = () => startOwnProduct({ FLORIN_EMAIL_CONFIRMATION: 'on' });

/** A test with a product that requires confirmed addresses, like a live server. */
export const test = base.extend<{ confirming: OwnProduct }>({
  confirming: [async ({ products }, use) => use(await products.use(start)), { timeout: 180_000 }],
  baseURL: async ({ confirming }, use) => use(confirming.origin),
});
