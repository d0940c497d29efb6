export { fundingRoutes } from './routes.ts';
export { addFunds, finishDeposit } from './add-funds.ts';
export { addedFunds } from './added-funds.ts';
export { addMethod, findMethod, listMethods } from './method-store.ts';
export type { StoredMethod } from './method.ts';
export { chargeOnce, finishCharge } from './charge.ts';
export type { Charge } from './charge-store.ts';
export { scheduleChargeRecovery } from './resume-charges.ts';
