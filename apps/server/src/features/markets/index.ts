export { marketRoutes } from './routes.ts';
export { openMarkets, type Markets, type PricedCoin } from './markets.ts';
