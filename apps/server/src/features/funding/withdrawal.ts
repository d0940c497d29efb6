import { digestUuid } from '../../platform/digest.ts';

/** The entries that a withdrawal is made of, by kind: it starts, goes to the bank, and ends in one of three ways. */
export const withdrawalStartedKind = 'withdrawal-started';
export const withdrawalSentKind = 'withdrawal-sent';
export const withdrawnFundsKind = 'withdrawal';
export const withdrawalReturnedKind = 'withdrawal-returned';
export const withdrawalCancelledKind = 'withdrawal-cancelled';

/**
 * The key that handing a withdrawal to the bank, calling it back, and an operator's returning it before the bank has it
 * all take: the ledger decides which of them happens, whoever asks at the same moment.
 */
export const sentKey = (hold: bigint): string => digestUuid('withdrawal-sent', String(hold));
export const sentHash = 1n;
export const cancelledHash = 0n;
export const returnedUnsentHash = 2n;
