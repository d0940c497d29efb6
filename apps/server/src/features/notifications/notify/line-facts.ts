import { fromExact, type Transaction } from '@florin/contract';
import { amountOf, formatAmount, isFiat } from '@florin/money';
import type { MailFact } from '../../mail/index.ts';

/**
 * Returns a history line's facts for a mail: amount, fee, payment method, date, reference, and the balance after it.
 *
 * @param available the wallet's available units, for a line that is not posted
 */
export function factsOf(line: Transaction, available?: bigint): MailFact[] {
  const { currency } = line;
  const figure = (exact: string) => formatAmount(fromExact(currency, exact));
  const isFee = Number(line.fee_exact) !== 0;
  const balance =
    line.balance_after_exact === undefined
      ? available !== undefined && isFiat(currency) && formatAmount(amountOf(currency, available))
      : figure(line.balance_after_exact);
  return [
    ['Amount', figure(line.amount_exact)],
    ...(isFee ? [['Fee, included', figure(line.fee_exact)] as const] : []),
    ...(line.type === 'buy_crypto' && line.payment_method ? [['Paid with', line.payment_method] as const] : []),
    ['Date', dateOf(line.date)],
    ['Reference', line.id],
    ...(balance ? [['Balance after', balance] as const] : []),
  ];
}

const dateOf = (date: string) =>
  `${new Date(date).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`;
