export { notificationRoutes } from './routes.ts';
export { schedulePushes } from './push/deliver-pushes.ts';
export { readWaitingPushes } from './push/read-waiting-pushes.ts';
export { openPushKeys, reencryptPushKeys } from './push/push-keys.ts';
export { scheduleNews } from './notify/notify-news.ts';
export { openLive } from './live.ts';
export { personalNotifications } from './personal-part.ts';
