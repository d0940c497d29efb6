export { approvalRoutes } from './routes.ts';
export { demandOfProposal, isProposal } from './demand-of-proposal.ts';
export { paymentGuard } from './guard.ts';
export { proposedPayments } from './proposed-payment.ts';
export { scheduleApprovals } from './jobs.ts';
export type { AfterPayment } from './settle.ts';
