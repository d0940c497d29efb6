export { openDocuments } from './drawing/draw-in-thread.ts';
export { statementRoutes } from './routes.ts';
