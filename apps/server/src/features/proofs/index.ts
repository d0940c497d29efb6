export { openLog } from './log/open-log.ts';
export { proofRoutes } from './routes.ts';
export { scheduleSums, stateSums } from './sums/state-sums.ts';
export { scheduleLog } from './log/follow-journal.ts';
export { serveLog } from './log/serve-log.ts';
export { reencryptLogKeys } from './log/log-keys.ts';
export { reencryptLogSecret } from './log/log-secret.ts';
export { proofOfLine } from './proof/proof-of-line.ts';
export type { Proving } from './proof/proof.ts';
