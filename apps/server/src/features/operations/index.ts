export { readLedgerState } from './read-ledger-state.ts';
export { readSums } from './read-sums.ts';
export { operationsRoutes } from './routes.ts';
