import { endpoints, type CallOf, type Endpoints } from '@florin/contract';
import { assetOf, toDecimal, type Amount } from '@florin/money';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Attempt } from '../../api/attempts.ts';
import { fromExact } from '../../api/exact.ts';
import type { AnswerRead } from '../../api/read/answers.ts';
import { useMoneyCommand } from '../../api/use-money-command.ts';
import { toast } from '../../ui/toast.ts';
import { isPriceGone } from '../../wallet-ui/held-price/trade-errors.ts';
import { problemAtFields, useMoneyForm, type Problem } from '../../wallet-ui/use-money-form.ts';
import { usePageStays } from '../../wallet-ui/use-page-stays.ts';
import { useReceiptAction } from '../../wallet-ui/use-receipt-action.ts';
import type { SaleFigures } from './sale.ts';

export type Sale = ReturnType<typeof useSale>;

type Body = CallOf<Endpoints['sellCoins']>['body'];

/** The coins and figures of a sale. */
type Sold = { readonly name: string; readonly amount: Amount; readonly figures: SaleFigures };

type Order = { readonly body: Body; readonly about: Sold };

/** A running sale, or a sale with a lost response. */
export type OpenSale = Attempt<Body, Sold>;

/** Returns the unsettled sale of a coin, even if the member no longer holds the coin. */
export function useOpenSale(symbol: string | undefined): OpenSale | undefined {
  const { unsettled } = useMoneyCommand<Endpoints['sellCoins'], Sold>(endpoints.sellCoins);
  return unsettled.find(({ body }) => body.crypto_symbol === symbol);
}

/** Sells, shows the result in a toast, and opens the dashboard after a success. */
export function useSale() {
  const command = useMoneyCommand<Endpoints['sellCoins'], Sold>(endpoints.sellCoins);
  const { unsettled, busy } = command;
  const { errors, amountInput, refuse, clear, send } = useMoneyForm(command, { problemOf });
  /** The quote that the server rejected as used or expired. */
  const [rejectedQuote, setRejectedQuote] = useState<{ readonly quoteId: string | undefined }>();
  const navigate = useNavigate();
  const pageStays = usePageStays();
  const receiptOf = useReceiptAction();

  /**
   * Sends a sale.
   *
   * @param onPriceGone called if the server rejects the quote and a new quote is needed
   */
  async function sell({ body, about }: Order, onPriceGone?: () => void) {
    if (body.quote_id !== undefined && rejectedQuote?.quoteId === body.quote_id) return refuse({}, priceChanged);
    clearErrors();
    const stays = pageStays();
    const sold = await send([body, about], (error) => {
      if (isPriceGone(error)) {
        setRejectedQuote({ quoteId: body.quote_id });
        onPriceGone?.();
      }
      return problemOf(error);
    });
    if (!sold) return;
    const coins = plainCoins(coinsOf(sold, about));
    toast.success(
      `Successfully sold ${coins} ${body.crypto_symbol} for ${proceedsText(sold, about)}`,
      receiptOf(sold.transaction),
    );
    if (stays()) await navigate({ to: '/dashboard' });
  }

  const clearErrors = () => {
    clear();
    setRejectedQuote(undefined);
  };

  /** Returns the unsettled sale of the same amount. A retry must keep its quote, because a new quote makes a new sale. */
  const unansweredOf = (amount: Amount): OpenSale | undefined =>
    unsettled.find(({ body }) => body.crypto_symbol === amount.asset && body.amount_crypto === toDecimal(amount));

  return {
    sell,
    refuse: (sentence: string) => refuse({ amount: sentence }, sentence),
    unansweredOf,
    busy,
    error: errors.amount,
    isPriceGone: rejectedQuote !== undefined,
    clearErrors,
    amountInput,
  };
}

type Answer = AnswerRead<Endpoints['sellCoins']>;

/** Returns the sold coins, including a rest that the server also sold. */
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

const problemOf = (error: unknown): Problem<{ readonly amount?: string }> =>
  problemAtFields(error, {
    failed: 'Failed to sell cryptocurrency',
    fields: { amount_crypto: 'amount' },
    codes: { insufficient_balance: 'amount' },
  });

/** Formats a coin amount without trailing zeros: `1.25`, `180`. */
const plainCoins = (amount: Amount): string => toDecimal(amount).replace(/\.?0+$/, '');
