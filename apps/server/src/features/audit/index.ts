export { auditRoutes } from './routes.ts';
export { recordAct, type Actor } from './record-act.ts';
