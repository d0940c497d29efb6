export { exchangeEntry, exchangeMoney } from './exchange-money.ts';
export { exchangeQuoter, exchangeRoutes } from './routes.ts';
export { exchangedMoney } from './exchanged-money.ts';
