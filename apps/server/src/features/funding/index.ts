export { fundingRoutes } from './routes.ts';
export { assertWithin } from './amount-bounds.ts';
export { addFunds, finishDeposit } from './add-funds.ts';
export { addedFunds } from './added-funds.ts';
export { bankDeposit } from './bank-deposit.ts';
export { withdraw } from './withdraw.ts';
export { withdrawnFunds } from './withdrawn-funds.ts';
export { scheduleBankOrders, settleBankOrders } from './settle-bank-orders.ts';
export {
  addMethod,
  assertDrawable,
  assertUsableForPayout,
  listMethods,
  namedMethod,
  unnamedMethod,
} from './method-store.ts';
export { methodLabel, type StoredMethod } from './method.ts';
export { chargeOnce, finishCharge } from './charge.ts';
export { isCharged, type Charge } from './charge-store.ts';
export { assertNoCardNumber } from './card-numbers.ts';
export { refundsTo, type Refund } from './refunds.ts';
export { readOpenCharges } from './read-open-charges.ts';
export { scheduleChargeRecovery, type ChargeFinishers } from './resume-charges.ts';
export { cardReturned } from './cards/card-movements.ts';
export type { BeforeCapture } from './cards/card-progress.ts';
export { scheduleCards } from './cards/card-jobs.ts';
export { receiveCardEvent } from './cards/receive-event.ts';
export { orderCarriers } from './operators/carry-out.ts';
export { returnOrder, settleOrder } from './operators/decide-order.ts';
export { listPendingOrders, pendingOrderTotals } from './operators/pending-orders.ts';
export { personalMethods } from './personal-part.ts';
export { accountNumberOf, type AccountNumber } from './bank-account.ts';
export { orderOfHold, withdrawalsByFile, type BankOrder } from './bank-order-store.ts';
export { endedOtherwise, endOrder, markSent } from './bank-order-ending.ts';
