import { semaphore } from './semaphore.ts';

/**
 * Limits how many pictures are decoded and drawn at once. Each picture takes one core and some hundred megabytes, so
 * all features share this queue. Refusals: `busy`.
 */
export const drawQueued = semaphore({
  maxRunning: 2,
  maxWaiting: 16,
  sentence: 'Too many pictures are being processed. Try again in a moment.',
  retryAfterSeconds: 5,
});
