import { takeTurns } from './in-turn.ts';

/**
 * Unpacking and drawing a picture takes a core and some hundred megabytes, whatever the picture is for: all of them share
 * one queue. Refusals: `busy`.
 */
export const drawInTurn = takeTurns({
  maxRunning: 2,
  maxWaiting: 16,
  sentence: 'Many pictures are coming in right now. Please try again in a moment.',
  retryAfterSeconds: 5,
});
