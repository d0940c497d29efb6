export { walletRoutes } from './routes.ts';
export { readAmount } from './read-amount.ts';
export { assertWithinLimits, outflow, usedOutflow } from './outflow-limit.ts';
export { openOutflows, type Guard, type Outflows } from './outflows.ts';
export { insufficientBalance } from './insufficient-balance.ts';
