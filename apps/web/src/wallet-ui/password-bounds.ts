import { passwordMinimum } from '@florin/contract';

/** NIST's minimum for a password without a second factor (SP 800-63B-4). */
export const recommended = 15;

export const passwordBounds = `At least ${passwordMinimum} characters, ${recommended} or more recommended`;
