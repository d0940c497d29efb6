export { auditRoutes } from './routes.ts';
export { recordLook } from './record-look.ts';
export { recordAct, type Actor, type By } from './record-act.ts';
