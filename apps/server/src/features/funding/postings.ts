import type { Amount } from '@florin/money';
import type { AccountId, Posting } from '../../ledger/index.ts';

/**
 * All postings of funding (docs/develop/money-flows.md). A negative clearing account shows the money that the rail has
 * charged but not paid out.
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

type CardAccounts = { cardClearing: AccountId; other: AccountId };

/** The card processor took a fee, or returned a fee if the amount is negative. */
export const cardFeePostings = ({ cardClearing, other: cardFees }: CardAccounts, units: bigint): Posting[] => [
  { account: cardClearing, units },
  { account: cardFees, units: -units },
];

/** Money at the card processor that belongs to no member. */
export const ownCardPostings = ({ cardClearing, other: ownFunds }: CardAccounts, units: bigint): Posting[] => [
  { account: cardClearing, units: -units },
  { account: ownFunds, units },
];

/** Money of a member's card payment came back from the card's bank. */
export const cardReturnedPostings = (
  { cardClearing, wallet }: { cardClearing: AccountId; wallet: AccountId },
  units: bigint,
): Posting[] => [
  { account: cardClearing, units: -units },
  { account: wallet, units },
];

type Conversion = { readonly paid: Amount; readonly settled: Amount };

/** The card processor holds a payment in a currency other than the card's. */
export const convertedPostings = (
  accounts: Readonly<Record<'paidClearing' | 'paidExchange' | 'settledClearing' | 'settledExchange', AccountId>>,
  { paid, settled }: Conversion,
): Posting[] => [
  { account: accounts.paidClearing, units: paid.units },
  { account: accounts.paidExchange, units: -paid.units },
  { account: accounts.settledExchange, units: settled.units },
  { account: accounts.settledClearing, units: -settled.units },
];
