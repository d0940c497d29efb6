export { eventRoutes } from './routes.ts';
export { scheduleEvents } from './record-events.ts';
export { scheduleDeliveries } from './deliver-webhooks.ts';
export { scheduleWebhookWatch } from './watch-webhooks.ts';
export { openSigningKeys, reencryptWebhookKeys, serveSigningKeys } from './signing-keys.ts';
export { personalWebhooks } from './personal-part.ts';
export { moveWebhookTimes } from './move-times.ts';
export { newSecret, signedHeaders } from './sign.ts';
