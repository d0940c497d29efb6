export { marketRoutes } from './routes.ts';
export { measurePrices } from './measure-prices.ts';
export { lastStoredPrices, type OldPrice } from './last-stored-prices.ts';
export { iconOf, openMarkets, type Markets, type PricedCoin } from './markets.ts';
export { personalFavorites } from './personal-part.ts';
export { pastPrices } from './past-prices.ts';
export { schedulePriceHistory } from './price-history.ts';
export { openPriceStream } from './price-stream.ts';
export { worthIn } from './worth-in.ts';
