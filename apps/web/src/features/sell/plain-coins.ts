import { toDecimal, type Amount } from '@florin/money';

/** An amount of coins without the zeros that say nothing: `1.25`, `180`. */
export const plainCoins = (amount: Amount): string => toDecimal(amount).replace(/\.?0+$/, '');
