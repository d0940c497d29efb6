export { clearDust } from './clear-dust.ts';
export { tradingRoutes } from './routes.ts';
export { buyCoins } from './buy-coins.ts';
export { finishPurchase } from './buy-by-charge.ts';
export { tradeQuoters } from './quoters.ts';
export { sellCoins } from './sell-coins.ts';
export { boughtCoins } from './bought-coins.ts';
export { soldCoins } from './sold-coins.ts';
export { perMonth as purchasesPerMonth } from './purchase-limit.ts';
