import type { SellQuote } from '@florin/contract';
import {
  afterSelling,
  amountOf,
  divFloor,
  feeOn,
  isDust,
  isMoreThan,
  parsePrice,
  parseTyped,
  priceSell,
  subtract,
  zero,
  type Amount,
  type FiatCode,
} from '@florin/money';
import type { Holding } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';
import { amountProblemText } from '../../wallet-ui/amount-problem.ts';
import { decimalSeparator } from '../../wallet-ui/typed-amount.ts';
import { estimatedPayout, promisedPayout, type Payout } from './payout.ts';

type ReadSale =
  | { readonly amount: Amount; readonly problem?: undefined }
  | { readonly amount?: Amount; readonly problem: string };

/** The coins to sell, or the specification's sentence, in its order. An amount beyond what is held is told as well. */
export function readSale(held: Amount, amountText: string): ReadSale {
  if (amountText.trim() === '') return { problem: 'Please select a cryptocurrency and enter amount' };
  const { amount, problem } = parseTyped(held.asset, amountText, decimalSeparator());
  if (!amount) return { problem: amountProblemText(held.asset, problem) };
  return isMoreThan(amount, held) ? { amount, problem: 'Insufficient balance' } : { amount };
}

export type SaleFigures = {
  readonly value: Amount<'USD'>;
  readonly fee: Amount<'USD'>;
  readonly proceeds: Amount<'USD'>;
  /** Not of a price that is held: the server's may be another by the time it sells. */
  readonly isEstimate: boolean;
  /** What another wallet than the dollar's is paid. */
  readonly payout?: Payout | undefined;
};

/** Which wallet is paid. */
export const walletOf = ({ payout }: SaleFigures): FiatCode => payout?.currency ?? 'USD';

/** What the held price promises; without one an estimate at the price of now, and at the rate that was quoted last. */
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
    payout: quote.payout && promisedPayout(quote.payout),
  };
}

/** Estimates a sale at the current price, or without one as a share of the holding's value (rule sell-7). */
function estimateOf(amount: Amount, { symbol, price_exact: price, amount_exact, value_exact }: Holding) {
  if (price !== undefined) return priceSell(amount, parsePrice(price));
  return sellOf(amountOf('USD', shareOf(fromExact('USD', value_exact), amount, fromExact(symbol, amount_exact))));
}

const shareOf = (value: Amount, part: Amount, whole: Amount) =>
  whole.units === 0n ? 0n : divFloor(value.units * part.units, whole.units);

function sellOf(value: Amount<'USD'>) {
  const fee = feeOn('sell', value);
  return { value, fee, proceeds: subtract(value, fee) };
}

/**
 * What would be left of the holding and is too little to be sold by itself: the server sells it along. By the quote, else
 * by the price of now.
 */
export function restSoldAlong(amount: Amount, holding: Holding, quote: SellQuote | undefined): Amount {
  const rest = quote
    ? subtract(fromExact(holding.symbol, quote.crypto_amount_exact), amount)
    : dustAfter(amount, holding);
  return rest.units > 0n && amount.units > 0n ? rest : zero(amount.asset);
}

function dustAfter(amount: Amount, { symbol, amount_exact, price_exact: price }: Holding): Amount {
  const rest = subtract(fromExact(symbol, amount_exact), amount);
  return price !== undefined && isDust(rest, parsePrice(price)) ? rest : zero(symbol);
}

/** What the sale gains or loses against the average cost of the coins sold; nothing where it cannot be made. */
export function gainOf(amount: Amount, holding: Holding, { proceeds }: SaleFigures) {
  const held = fromExact(holding.symbol, holding.amount_exact);
  if (holding.cost_exact === undefined || amount.units === 0n || isMoreThan(amount, held)) return undefined;
  const before = { coins: held, cost: fromExact('USD', holding.cost_exact), realizedGain: zero('USD') };
  const after = afterSelling(before, amount, proceeds);
  return { gain: after.realizedGain, cost: subtract(before.cost, after.cost) };
}
