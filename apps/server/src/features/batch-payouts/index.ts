export { batchChanges, type BatchChange } from './batch-changes.ts';
export { batchPayoutRoutes } from './routes.ts';
export { figuresOfStart } from './figures-of-start.ts';
export { personalBatchPayouts } from './personal-part.ts';
export { scheduleBatchPayouts } from './run-batches.ts';
