export { exchangeEntry, exchangeMoney } from './exchange-money.ts';
export { measureRates } from './measure-rates.ts';
export { rateMemory } from './rate-memory.ts';
export { exchangeQuoter, exchangeRoutes } from './routes.ts';
export { heldRateFields, readHeldRates, usableRates } from './usable-rates.ts';
export { exchangedMoney } from './exchanged-money.ts';
