export { quoteRoutes, type Quoters } from './routes.ts';
export { heldFee, heldPrice, holdPrice, quoteRefusal, type HeldPrice, type UsableQuote } from './held-prices.ts';
export { personalQuotes } from './personal-part.ts';
export { moveQuoteTimes } from './move-times.ts';
