/** The name of the product, which the server writes into the page. */
export const brandName = globalThis.document?.documentElement.dataset['brand'] ?? 'Florin';
