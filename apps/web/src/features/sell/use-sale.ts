import { endpoints, type CallOf, type Endpoints } from '@florin/contract';
import { assetOf, toDecimal, type Amount } from '@florin/money';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Attempt } from '../../api/attempts.ts';
import { fromExact } from '../../api/exact.ts';
import type { AnswerRead } from '../../api/read/answers.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { useMoneyCommand } from '../../api/use-money-command.ts';
import { toast } from '../../ui/toast.ts';
import { isPriceGone } from '../../wallet-ui/held-price/trade-errors.ts';
import { usePageStays } from '../../wallet-ui/use-page-stays.ts';
import { useReceiptAction } from '../../wallet-ui/use-receipt-action.ts';
import { plainCoins } from './plain-coins.ts';
import { amountErrorOf } from './sale-errors.ts';
import type { SaleFigures } from './sale.ts';

export type Sale = ReturnType<typeof useSale>;

type Body = CallOf<Endpoints['sellCoins']>['body'];

/** The coins and figures of a sale. */
type Sold = { readonly name: string; readonly amount: Amount; readonly figures: SaleFigures };

type Order = { readonly body: Body; readonly about: Sold };

/** A sale that is running or whose response was lost. */
export type OpenSale = Attempt<Body, Sold>;

/** Returns the unsettled sale of a coin, even if the member no longer holds the coin. */
export function useOpenSale(symbol: string | undefined): OpenSale | undefined {
  const { unsettled } = useMoneyCommand<Endpoints['sellCoins'], Sold>(endpoints.sellCoins);
  return unsettled.find(({ body }) => body.crypto_symbol === symbol);
}

/** Sells, shows the result in a toast, and opens the dashboard after a success. */
export function useSale() {
  const [error, setError] = useState<string>();
  /** The quote that the server rejected as used or expired. */
  const [rejectedQuote, setRejectedQuote] = useState<{ readonly quoteId: string | undefined }>();
  const amountInput = useRef<HTMLInputElement>(null);
  const { submit, unsettled, busy } = useMoneyCommand<Endpoints['sellCoins'], Sold>(endpoints.sellCoins);
  const navigate = useNavigate();
  const pageStays = usePageStays();
  const receiptOf = useReceiptAction();

  const refuse = (sentence: string, amountError?: string) => {
    setError(amountError);
    toast.error(sentence);
    if (amountError !== undefined) amountInput.current?.focus();
  };

  /**
   * Sends a sale.
   *
   * @param onPriceGone called if the server rejects the quote and a new quote is needed
   */
  async function sell({ body, about }: Order, onPriceGone?: () => void) {
    if (body.quote_id !== undefined && rejectedQuote?.quoteId === body.quote_id) return refuse(priceChanged);
    clearErrors();
    const stays = pageStays();
    try {
      const sold = await submit(body, about);
      if (!sold) return;
      const coins = plainCoins(coinsOf(sold, about));
      toast.success(
        `Successfully sold ${coins} ${body.crypto_symbol} for ${proceedsText(sold, about)}`,
        receiptOf(sold.transaction),
      );
    } catch (refusal) {
      if (isPriceGone(refusal)) {
        setRejectedQuote({ quoteId: body.quote_id });
        onPriceGone?.();
      }
      return refuse(refusalText(refusal, 'Failed to sell cryptocurrency'), amountErrorOf(refusal));
    }
    if (stays()) await navigate({ to: '/dashboard' });
  }

  const clearErrors = () => {
    setError(undefined);
    setRejectedQuote(undefined);
  };

  /** Returns the unsettled sale of the same amount. A retry must keep its quote, because a new quote makes a new sale. */
  const unansweredOf = (amount: Amount): OpenSale | undefined =>
    unsettled.find(({ body }) => body.crypto_symbol === amount.asset && body.amount_crypto === toDecimal(amount));

  return {
    sell,
    refuse,
    unansweredOf,
    busy,
    error,
    isPriceGone: rejectedQuote !== undefined,
    clearErrors,
    amountInput,
  };
}

type Answer = AnswerRead<Endpoints['sellCoins']>;

/** Returns the sold coins, including a rest that the server sold too. */
const coinsOf = ({ transaction }: Answer, { amount }: Sold): Amount =>
  transaction?.crypto_amount_exact === undefined ? amount : fromExact(amount.asset, transaction.crypto_amount_exact);

/** Formats the proceeds in the currency of the paid wallet. */
function proceedsText({ payout, usd_amount_exact }: Answer, { figures }: Sold): string {
  const other = payout ? fromExact(payout.currency, payout.amount_exact) : figures.payout?.received;
  const { asset, units } =
    other ?? (usd_amount_exact === undefined ? figures.proceeds : fromExact('USD', usd_amount_exact));
  return `${assetOf(asset).sign}${toDecimal({ asset, units })}`;
}

const priceChanged = 'Nothing was sold. The price has changed. Press Sell to accept the new price.';
