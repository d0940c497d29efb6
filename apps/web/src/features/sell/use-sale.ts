import { endpoints, type CallOf, type Endpoints } from '@florin/contract';
import { toDecimal, type Amount } from '@florin/money';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Attempt } from '../../api/attempts.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { useMoneyCommand } from '../../api/use-money-command.ts';
import { toast } from '../../ui/toast.ts';
import { isPriceGone } from '../../wallet-ui/held-price/trade-errors.ts';
import { usePageStays } from '../../wallet-ui/use-page-stays.ts';
import { plainCoins } from './plain-coins.ts';
import { atAmount } from './sale-errors.ts';
import type { SaleFigures } from './sale.ts';

export type Sale = ReturnType<typeof useSale>;

type Body = CallOf<Endpoints['sellCoins']>['body'];

/** What is sold, and what it comes down to. */
type Sold = { readonly name: string; readonly amount: Amount; readonly figures: SaleFigures };

type Order = { readonly body: Body; readonly about: Sold };

/** One that was sent and is not settled: it is under way, or its answer was lost. */
export type OpenSale = Attempt<Body, Sold>;

/** The last of this coin. It is known also when the coins are gone, as they are when it was carried out. */
export function useOpenSale(symbol: string | undefined): OpenSale | undefined {
  const { unsettled } = useMoneyCommand<Endpoints['sellCoins'], Sold>(endpoints.sellCoins);
  return unsettled.find(({ body }) => body.crypto_symbol === symbol);
}

/** Sells, says how it went, and leaves for the dashboard when it went well. */
export function useSale() {
  const [error, setError] = useState<string>();
  /** The price was not taken any more. */
  const [gone, setGone] = useState<{ readonly quoteId: string | undefined }>();
  const amountInput = useRef<HTMLInputElement>(null);
  const { submit, unsettled, busy } = useMoneyCommand<Endpoints['sellCoins'], Sold>(endpoints.sellCoins);
  const navigate = useNavigate();
  const pageStays = usePageStays();

  const refuse = (sentence: string, sentenceAtAmount?: string) => {
    setError(sentenceAtAmount);
    toast.error(sentence);
    if (sentenceAtAmount !== undefined) amountInput.current?.focus();
  };

  /** `onPriceGone`: the price that was held is not taken any more, and another one is needed. */
  async function sell({ body, about }: Order, onPriceGone?: () => void) {
    if (body.quote_id !== undefined && gone?.quoteId === body.quote_id) return refuse(pressAgain);
    forget();
    const stays = pageStays();
    try {
      const sold = await submit(body, about);
      if (!sold) return;
      const usd = sold.usd_amount_exact ?? toDecimal(about.figures.proceeds);
      toast.success(`Successfully sold ${plainCoins(about.amount)} ${body.crypto_symbol} for $${usd}`);
    } catch (refusal) {
      if (isPriceGone(refusal)) {
        setGone({ quoteId: body.quote_id });
        onPriceGone?.();
      }
      return refuse(refusalText(refusal, 'Failed to sell cryptocurrency'), atAmount(refusal));
    }
    if (stays()) await navigate({ to: '/dashboard' });
  }

  const forget = () => {
    setError(undefined);
    setGone(undefined);
  };

  /** What was sent for the same and may have been carried out: another price would make it another sale. */
  const unansweredOf = (amount: Amount): OpenSale | undefined =>
    unsettled.find(({ body }) => body.crypto_symbol === amount.asset && body.amount_crypto === toDecimal(amount));

  return { sell, refuse, unansweredOf, busy, error, isPriceGone: gone !== undefined, forget, amountInput };
}

const pressAgain = 'Nothing was sold: the price has changed. Press Sell again to take the new one.';
