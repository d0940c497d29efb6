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
  const receiptOf = useReceiptAction();

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
      const coins = plainCoins(coinsOf(sold, about));
      toast.success(
        `Successfully sold ${coins} ${body.crypto_symbol} for ${paid(sold, about)}`,
        receiptOf(sold.transaction),
      );
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

type Answer = AnswerRead<Endpoints['sellCoins']>;

/** A rest that is too little to be sold later went along. */
const coinsOf = ({ transaction }: Answer, { amount }: Sold): Amount =>
  transaction?.crypto_amount_exact === undefined ? amount : fromExact(amount.asset, transaction.crypto_amount_exact);

/** In the currency that the wallet was paid in. */
function paid({ payout, usd_amount_exact }: Answer, { figures }: Sold): string {
  const other = payout ? fromExact(payout.currency, payout.amount_exact) : figures.payout?.received;
  const { asset, units } =
    other ?? (usd_amount_exact === undefined ? figures.proceeds : fromExact('USD', usd_amount_exact));
  return `${assetOf(asset).sign}${toDecimal({ asset, units })}`;
}

const pressAgain = 'Nothing was sold: the price has changed. Press Sell again to take the new one.';
