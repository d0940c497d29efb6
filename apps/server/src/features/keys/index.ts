export { keyRoutes } from './routes.ts';
export { openKeyUses } from './key-uses.ts';
export { personalKeys } from './personal-part.ts';
export { moveKeyTimes } from './move-times.ts';
