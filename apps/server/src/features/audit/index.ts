export { auditRoutes } from './routes.ts';
export { recordAct, type Actor, type By } from './record-act.ts';
