import { fromExact, type Transaction } from '@florin/contract';
import { formatAmount } from '@florin/money';

/** What tells two lines apart that read the same: its id, then the other side of it, and why it was. */
export function detailsOf(line: Transaction): string[] {
  const { id, to, from, payment_method: method, note } = line;
  const other = otherSideOf(line);
  return [id, other && `${other.name} ${other.value}`, rateOf(line), to ?? from ?? method, note].filter(
    (part) => part !== undefined,
  );
}

/** Coins or another currency: what the amount does not say. */
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

/** Sets a comma between thousands; the digits stay as they are. */
const inThousands = (decimal: string) =>
  decimal.replace(/^\d+/, (digits) => digits.replaceAll(/\B(?=(\d{3})+$)/g, ','));
