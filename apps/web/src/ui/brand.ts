/** The name of the product, as the server writes it into the page. */
export const brandName = globalThis.document?.documentElement.dataset['brand'] ?? 'Florin';
