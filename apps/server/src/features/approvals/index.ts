export { approvalChanges, type ApprovalChange } from './approval-changes.ts';
export { approvalRoutes } from './routes.ts';
export { paymentGuard } from './guard.ts';
export { proposedPayments } from './proposed-payment.ts';
export { scheduleApprovals } from './jobs.ts';
export type { AfterPayment } from './settle.ts';
export { moveProposalTimes } from './move-times.ts';
export { closedProposals } from './personal-part.ts';
