import type { Amount } from '@florin/money';
import type { AccountId, Posting } from '../../ledger/index.ts';

/**
 * All postings of funding (docs/develop/money-flows.md). A clearing account below zero shows what the rail has charged and
 * not paid out yet.
 */
export const depositPostings = (
  accounts: { wallet: AccountId; cardClearing: AccountId },
  { units }: Amount,
): Posting[] => [
  { account: accounts.cardClearing, units: -units },
  { account: accounts.wallet, units },
];

type BankAccounts = { wallet: AccountId; incoming: AccountId; bankClearing: AccountId };

/** A bank deposit is announced, and reserved where it stands: it is not there yet. */
export const announcedPostings = ({ incoming, bankClearing }: BankAccounts, { units }: Amount): Posting[] => [
  { account: bankClearing, units: -units },
  { account: incoming, units },
];

/** The bank has sent it. */
export const arrivedPostings = ({ wallet, incoming }: BankAccounts, { units }: Amount): Posting[] => [
  { account: incoming, units: -units },
  { account: wallet, units },
];

/** The bank will not send it. */
export const notArrivedPostings = ({ incoming, bankClearing }: BankAccounts, { units }: Amount): Posting[] => [
  { account: incoming, units: -units },
  { account: bankClearing, units },
];

/** The bank has a withdrawal. */
export const withdrawnPostings = ({ wallet, bankClearing }: BankAccounts, { units }: Amount): Posting[] => [
  { account: wallet, units: -units },
  { account: bankClearing, units },
];
