import { digestUuid } from '../../platform/digest.ts';

/** The kinds of a withdrawal's entries: it starts, goes to the bank, and ends in one of three ways. */
export const withdrawalStartedKind = 'withdrawal-started';
export const withdrawalSentKind = 'withdrawal-sent';
export const withdrawnFundsKind = 'withdrawal';
export const withdrawalReturnedKind = 'withdrawal-returned';
export const withdrawalCanceledKind = 'withdrawal-cancelled';

/**
 * The key shared by three steps: sending a withdrawal to the bank, canceling it, and an operator's early return. The
 * ledger accepts only one of these steps.
 */
export const sentKey = (hold: bigint): string => digestUuid('withdrawal-sent', String(hold));
export const sentHash = 1n;
export const canceledHash = 0n;
export const returnedUnsentHash = 2n;
