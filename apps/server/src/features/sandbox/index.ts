export { sandboxRoutes } from './routes.ts';
export type { MoveTimes } from './test-clock.ts';
export { personalClock } from './personal-part.ts';
export { watchPriceMoves } from './price-moves.ts';
