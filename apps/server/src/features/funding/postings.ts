import type { Amount } from '@florin/money';
import type { AccountId, Posting } from '../../ledger/index.ts';

/**
 * All postings of funding (docs/develop/money-flows.md). A negative clearing account shows what the rail has charged
 * but not paid out.
 */
export const depositPostings = (
  accounts: { wallet: AccountId; cardClearing: AccountId },
  { units }: Amount,
): Posting[] => [
  { account: accounts.cardClearing, units: -units },
  { account: accounts.wallet, units },
];

type BankAccounts = { wallet: AccountId; incoming: AccountId; bankClearing: AccountId };

/** Announces a bank deposit. The money stays reserved until it arrives. */
export const announcedPostings = ({ incoming, bankClearing }: BankAccounts, { units }: Amount): Posting[] => [
  { account: bankClearing, units: -units },
  { account: incoming, units },
];

/** The bank has sent the money. */
export const arrivedPostings = ({ wallet, incoming }: BankAccounts, { units }: Amount): Posting[] => [
  { account: incoming, units: -units },
  { account: wallet, units },
];

/** The bank rejects the deposit. */
export const notArrivedPostings = ({ incoming, bankClearing }: BankAccounts, { units }: Amount): Posting[] => [
  { account: incoming, units: -units },
  { account: bankClearing, units },
];

/** The bank has the withdrawal. */
export const withdrawnPostings = ({ wallet, bankClearing }: BankAccounts, { units }: Amount): Posting[] => [
  { account: wallet, units: -units },
  { account: bankClearing, units },
];
