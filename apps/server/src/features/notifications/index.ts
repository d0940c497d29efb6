export { notificationRoutes } from './routes.ts';
export { openLive } from './live.ts';
