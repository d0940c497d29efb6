export { notificationRoutes } from './routes.ts';
export { schedulePushes } from './push/deliver-pushes.ts';
export { openPushKeys } from './push/push-keys.ts';
export { scheduleNews } from './tell/tell-news.ts';
export { openLive } from './live.ts';
export { personalNotifications } from './personal-part.ts';
