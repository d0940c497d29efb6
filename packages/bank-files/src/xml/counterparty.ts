import type { Detail, Party } from './detail.ts';

/** The owner of the statement's account. */
export type Owner = { readonly account: string | null; readonly name: string | null };

const MINIMUM_ACCOUNT = 8;

/**
 * Returns the other party of a payment. Returns and reversals name the parties of the original payment, so the
 * direction alone does not identify the owner.
 */
export function counterpartyOf(
  { debtor, creditor, is_return }: Detail,
  { isCredit, isReversal }: { readonly isCredit: boolean; readonly isReversal: boolean },
  owner: Owner,
): Party {
  const isOwnAccount = (party: Party) => isSameAccount(party.account, owner.account);
  const byAccount = otherThan(isOwnAccount, debtor, creditor);
  if (byAccount !== null) return byAccount;
  if (!is_return && !isReversal) return isCredit ? debtor : creditor;
  const byName = otherThan((party) => isSameName(party.name, owner.name), debtor, creditor);
  if (byName !== null) return byName;
  // The original payment had the opposite direction.
  const [expected, other] = isCredit ? [creditor, debtor] : [debtor, creditor];
  return expected.name === null && expected.account === null ? other : expected;
}

/** Returns the party that is not the owner. Returns null if both parties or neither party may be the owner. */
function otherThan(isOwner: (party: Party) => boolean, debtor: Party, creditor: Party): Party | null {
  const isDebtor = isOwner(debtor);
  if (isDebtor === isOwner(creditor)) return null;
  return isDebtor ? creditor : debtor;
}

function isSameAccount(left: string | null, right: string | null): boolean {
  if (left === null || right === null) return false;
  const [shorter, longer] = left.length < right.length ? [left, right] : [right, left];
  // An IBAN ends with the account number of its country.
  return shorter === longer || (shorter.length >= MINIMUM_ACCOUNT && longer.endsWith(shorter));
}

const isSameName = (left: string | null, right: string | null): boolean =>
  left !== null && right !== null && normalized(left) === normalized(right);

const normalized = (name: string): string => name.replace(/\s+/g, ' ').toUpperCase();
