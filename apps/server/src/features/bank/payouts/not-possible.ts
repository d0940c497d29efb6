import { Refusal } from '../../../platform/refusal.ts';

/** The error for a batch that the bank could not take. */
export const notPossible = (sentence: string) => new Refusal('batch_not_possible', sentence);
