export { collectReceivables, scheduleReceivables } from './collect-receivables.ts';
export { depositTakenBack, receivablePaid } from './movements.ts';
export { personalReceivables } from './personal-part.ts';
export { owedBy } from './owed-by.ts';
export { receivableNews, type ReceivableNews } from './receivable-news.ts';
export { receivableRoutes } from './routes.ts';
export { prepareTaking, takeBack } from './take-back.ts';
export type { Taking } from './taking.ts';
export { writeOffCarrier } from './write-off.ts';
