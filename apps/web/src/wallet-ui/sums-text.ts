import type { Invitation } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { fromExact } from '../api/exact.ts';

const list = new Intl.ListFormat('en-GB');

/** Lists amounts, such as `$50.00 and €20.00`. */
export const sumsText = (amounts: Invitation['amounts']): string =>
  list.format(amounts.map(({ currency, amount_exact: exact }) => formatAmount(fromExact(currency, exact))));
