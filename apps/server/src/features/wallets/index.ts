export { walletRoutes } from './routes.ts';
export { readAmount } from './read-amount.ts';
export { outflowDraws, outflowLimitsOf, outflowRefusal, usedOutflow } from './outflow-limit.ts';
export { insufficientBalance } from './insufficient-balance.ts';
