export { approvalRoutes } from './routes.ts';
export { batchGuard } from './batch-guard.ts';
export { demandOfBatch, type BatchDemand } from './batch-demand.ts';
export { proposeBatch } from './propose-batch.ts';
export { paymentGuard } from './guard.ts';
export { proposedPayments } from './proposed-payment.ts';
export { scheduleApprovals } from './jobs.ts';
export type { AfterPayment } from './settle.ts';
