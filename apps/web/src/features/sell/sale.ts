import type { Holding, SellQuote } from '@florin/contract';
import {
  afterSelling,
  isMoreThan,
  parsePrice,
  parseTyped,
  priceSell,
  subtract,
  zero,
  type Amount,
} from '@florin/money';
import { fromExact } from '../../api/exact.ts';
import { amountProblemText } from '../../wallet-ui/amount-problem.ts';
import { decimalSeparator } from '../../wallet-ui/typed-amount.ts';

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
};

/** What the held price promises; without one an estimate at the price of now. */
export function figuresOf(amount: Amount, holding: Holding, quote: SellQuote | undefined): SaleFigures {
  if (!quote) return { ...priceSell(amount, parsePrice(holding.price_exact)), isEstimate: true };
  const usd = (exact: string) => fromExact('USD', exact);
  return {
    value: usd(quote.amount_exact),
    fee: usd(quote.fee_exact),
    proceeds: usd(quote.total_exact),
    isEstimate: false,
  };
}

/** What the sale gains or loses against the average cost of the coins sold; nothing where it cannot be made. */
export function gainOf(amount: Amount, holding: Holding, { proceeds }: SaleFigures) {
  const held = fromExact(holding.symbol, holding.amount_exact);
  if (amount.units === 0n || isMoreThan(amount, held)) return undefined;
  const before = { coins: held, cost: fromExact('USD', holding.cost_exact), realizedGain: zero('USD') };
  const after = afterSelling(before, amount, proceeds);
  return { gain: after.realizedGain, cost: subtract(before.cost, after.cost) };
}
