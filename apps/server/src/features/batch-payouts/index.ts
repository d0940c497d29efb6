export { batchPayoutRoutes } from './routes.ts';
export { personalBatchPayouts } from './personal-part.ts';
export { scheduleBatchPayouts } from './run-batches.ts';
