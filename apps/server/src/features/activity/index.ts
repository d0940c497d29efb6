export { withReturns } from './came-back.ts';
export { activityRoutes } from './routes.ts';
export { openHistory, type History, type WholeFilter } from './history.ts';
export type { HistoryPosition } from './changes.ts';
export { holdOfId, idOfHold } from './hold-id.ts';
export { isDebit, type HistoryLine, type LineStory, type MovementKind } from './movement.ts';
export type { WalletPeriod } from './wallet-period.ts';
export { personalHistory } from './personal-part.ts';
