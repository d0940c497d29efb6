import { toDecimal, type Amount } from '@florin/money';

/** Formats a coin amount without trailing zeros: `1.25`, `180`. */
export const plainCoins = (amount: Amount): string => toDecimal(amount).replace(/\.?0+$/, '');
