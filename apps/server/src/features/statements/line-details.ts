import { fromExact, type Transaction } from '@florin/contract';
import { formatAmount } from '@florin/money';

/**
 * Returns the details that distinguish similar lines: id, the other amount, rate, person or payment method, and note.
 */
export function detailsOf(line: Transaction): string[] {
  const { id, to, from, payment_method: method, note } = line;
  const other = otherSideOf(line);
  return [id, other && `${other.name} ${other.value}`, rateOf(line), to ?? from ?? method, note].filter(
    (part) => part !== undefined,
  );
}

/** Returns the amount in coins or the other currency, or undefined if the other currency equals the line's. */
export function otherSideOf(line: Transaction): { name: string; value: string } | undefined {
  const counter = fromExact(line.counter_currency, line.counter_amount_exact);
  if (counter.asset === line.currency) return undefined;
  if (line.crypto !== undefined) return { name: 'Coins', value: formatAmount(counter) };
  return { name: line.amount_exact.startsWith('-') ? 'Received' : 'Paid', value: formatAmount(counter) };
}

/** `1 USD = 0.92 EUR` */
export function rateOf({ currency, counter_currency, rate, crypto, usd_per_coin }: Transaction): string | undefined {
  if (rate) return `1 ${currency} = ${rate} ${counter_currency}`;
  return usd_per_coin && crypto ? `1 ${crypto} = ${inThousands(usd_per_coin)} USD` : undefined;
}

/** Adds thousands separators and keeps the digits. */
const inThousands = (decimal: string) =>
  decimal.replace(/^\d+/, (digits) => digits.replaceAll(/\B(?=(\d{3})+$)/g, ','));
