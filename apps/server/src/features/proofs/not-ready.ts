import { Refusal } from '../../platform/refusal.ts';

export const notReady = (sentence = 'The proof is being prepared. Please try again in a few seconds.') =>
  new Refusal('proof_not_ready', sentence, { retryAfterSeconds: 2 });
