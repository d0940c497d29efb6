import type { SellQuote } from '@florin/contract';
import {
  afterSelling,
  amountOf,
  divFloor,
  feeOn,
  isDust,
  isMoreThan,
  parsePrice,
  priceSell,
  subtract,
  zero,
  type Amount,
  type FiatCode,
} from '@florin/money';
import type { Holding } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';
import { readAmount } from '../../wallet-ui/typed-amount.ts';
import { estimatedPayout, quotedPayout, type Payout } from './payout.ts';
import { fees } from '../../api/fees.ts';

type ReadSale =
  | { readonly amount: Amount; readonly problem?: undefined }
  | { readonly amount?: Amount; readonly problem: string };

/**
 * Parses the typed amount and returns the coins to sell, or the error message. Returns both if the member holds too few
 * coins.
 */
export function readSale(held: Amount, amountText: string): ReadSale {
  const { amount, problem } = readAmount(held.asset, amountText, 'Please select a cryptocurrency and enter amount');
  if (!amount) return { problem };
  return isMoreThan(amount, held) ? { amount, problem: 'Insufficient balance' } : { amount };
}

export type SaleFigures = {
  readonly value: Amount<'USD'>;
  readonly fee: Amount<'USD'>;
  readonly proceeds: Amount<'USD'>;
  /** True without a quote, because the server may then sell at another price. */
  readonly isEstimate: boolean;
  /** Present if the proceeds go to the EUR or GBP wallet. */
  readonly payout?: Payout | undefined;
};

/** Returns the currency of the wallet that gets the proceeds. */
export const walletOf = ({ payout }: SaleFigures): FiatCode => payout?.currency ?? 'USD';

/** Returns the quoted figures, or an estimate at the current price and the last quoted rate. */
export function figuresOf(
  amount: Amount,
  holding: Holding,
  { quote, last, payInto }: { quote: SellQuote | undefined; last: SellQuote | undefined; payInto: FiatCode },
): SaleFigures {
  if (!quote) {
    const estimate = estimateOf(amount, holding);
    return { ...estimate, isEstimate: true, payout: estimatedPayout(estimate.proceeds, payInto, last) };
  }
  const usd = (exact: string) => fromExact('USD', exact);
  return {
    value: usd(quote.amount_exact),
    fee: usd(quote.fee_exact),
    proceeds: usd(quote.total_exact),
    isEstimate: false,
    payout: quote.payout && quotedPayout(quote.payout),
  };
}

/**
 * Estimates a sale at the current price. Without a price, estimates the sale as a share of the holding's value (rule
 * sell-7).
 */
function estimateOf(amount: Amount, { symbol, price_exact: price, amount_exact, value_exact }: Holding) {
  if (price !== undefined) return priceSell(amount, parsePrice(price), fees.sell);
  return sellOf(amountOf('USD', shareOf(fromExact('USD', value_exact), amount, fromExact(symbol, amount_exact))));
}

const shareOf = (value: Amount, part: Amount, whole: Amount) =>
  whole.units === 0n ? 0n : divFloor(value.units * part.units, whole.units);

function sellOf(value: Amount<'USD'>) {
  const fee = feeOn(fees.sell, value);
  return { value, fee, proceeds: subtract(value, fee) };
}

/**
 * Returns the rest of the holding that the server also sells, because the rest is too small to sell later. Uses the
 * quote, else the current price. Returns zero without such a rest.
 */
export function dustSoldWith(amount: Amount, holding: Holding, quote: SellQuote | undefined): Amount {
  const rest = quote
    ? subtract(fromExact(holding.symbol, quote.crypto_amount_exact), amount)
    : dustAfter(amount, holding);
  return rest.units > 0n && amount.units > 0n ? rest : zero(amount.asset);
}

function dustAfter(amount: Amount, { symbol, amount_exact, price_exact: price }: Holding): Amount {
  const rest = subtract(fromExact(symbol, amount_exact), amount);
  return price !== undefined && isDust(rest, parsePrice(price), fees.sell) ? rest : zero(symbol);
}

/** Returns the gain or loss against the average cost of the sold coins; undefined for an invalid amount or unknown cost. */
export function gainOf(amount: Amount, holding: Holding, { proceeds }: SaleFigures) {
  const held = fromExact(holding.symbol, holding.amount_exact);
  if (holding.cost_exact === undefined || amount.units === 0n || isMoreThan(amount, held)) return undefined;
  const before = { coins: held, cost: fromExact('USD', holding.cost_exact), realizedGain: zero('USD') };
  const after = afterSelling(before, amount, proceeds);
  return { gain: after.realizedGain, cost: subtract(before.cost, after.cost) };
}
