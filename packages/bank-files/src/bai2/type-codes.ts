/** The effect of a transaction's type code on the account. */
type Direction = 'credit' | 'debit' | 'none';

/** Returns whether a type code is a credit or a debit. Null if the standard does not define it. */
export function directionOf(code: string): Direction | null {
  const number = /^\d{3}$/.test(code) ? Number(code) : -1;
  if (number === 890) return 'none'; // information without money
  const found = ranges.find(([from, to]) => number >= from && number <= to);
  return found?.[2] ?? null;
}

const ranges: readonly (readonly [number, number, Direction])[] = [
  [1, 99, 'none'], // balances
  [100, 399, 'credit'],
  [400, 699, 'debit'],
  [720, 728, 'credit'], // loan payments
  [760, 760, 'debit'], // a paid-out loan
  [900, 919, 'none'], // balances that a bank defines
  [920, 959, 'credit'], // types that a bank defines
  [960, 999, 'debit'],
];

/** Reversals, and checks that were returned after they were booked. */
export const reversalCodes = new Set(['251', '252', '255', '258', '551', '552', '555', '558']);

/** Returned and rejected items. */
export const returnCodes = new Set(['255', '256', '257', '261', '266', '555', '556', '557', '561', '566']);
