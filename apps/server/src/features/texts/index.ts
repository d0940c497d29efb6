export { queueText, assertRoomForText, hasRoomForNews } from './queue-text.ts';
export { canonicalNumber } from './canonical-number.ts';
export { scheduleTexts } from './deliver-texts.ts';
export { deleteOldTexts, dropWaitingTexts, forgetTexts, listTexts } from './forget-texts.ts';
export { readWaitingTexts } from './read-waiting-texts.ts';
export { textRoutes } from './routes.ts';
