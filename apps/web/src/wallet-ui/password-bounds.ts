import { passwordMinimum } from '@florin/contract';

/** What NIST asks of a password that stands alone (SP 800-63B-4). */
export const recommended = 15;

export const passwordBounds = `${passwordMinimum} characters at least, ${recommended} or more recommended`;
