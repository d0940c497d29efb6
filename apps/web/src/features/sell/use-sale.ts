import { endpoints } from '@florin/contract';
import { toDecimal, type Amount } from '@florin/money';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { refusalText } from '../../api/refusal-text.ts';
import { useMoneyCommand } from '../../api/use-money-command.ts';
import { toast } from '../../ui/toast.ts';
import { plainCoins } from './plain-coins.ts';
import { isPriceGone } from '../../wallet-ui/held-price/trade-errors.ts';
import type { Trouble } from '../../wallet-ui/held-price/trade-trouble.tsx';
import { usePageStays } from '../../wallet-ui/use-page-stays.ts';
import { atAmount } from './sale-errors.ts';
import { readSale } from './sale.ts';

type UseSale = {
  held: Amount;
  /** As it is typed. */
  amountText: string;
  /** The price that was held is not taken any more: another one is needed. */
  onPriceGone: () => void;
};

/** Sells, says how it went, and leaves for the dashboard when it went well. */
export function useSale({ held, amountText, onPriceGone }: UseSale) {
  const [error, setError] = useState<string>();
  /** The price was not taken any more. */
  const [gone, setGone] = useState<{ readonly quoteId: string | undefined }>();
  const amountInput = useRef<HTMLInputElement>(null);
  const { submit, unsettled, busy } = useMoneyCommand(endpoints.sellCoins);
  const navigate = useNavigate();
  const pageStays = usePageStays();
  const { amount, problem = '' } = readSale(held, amountText);
  // What was sent for the same and may have been carried out: another price would make it another sale.
  const unanswered =
    amount &&
    unsettled.find(({ body }) => body.crypto_symbol === held.asset && body.amount_crypto === toDecimal(amount))?.body;

  const refuse = (sentence: string, sentenceAtAmount: string | undefined) => {
    setError(sentenceAtAmount);
    toast.error(sentence);
    if (sentenceAtAmount !== undefined) amountInput.current?.focus();
  };

  async function sell(quoteId: string | undefined) {
    // It may have been sold already: trying again settles that, whatever is held by now.
    if (!amount || (problem !== '' && !unanswered)) return refuse(problem, problem);
    if (quoteId !== undefined && gone?.quoteId === quoteId) return refuse(pressAgain, undefined);
    forget();
    const body = unanswered ?? {
      crypto_symbol: held.asset,
      amount_crypto: toDecimal(amount),
      ...(quoteId !== undefined && { quote_id: quoteId }),
    };
    const stays = pageStays();
    try {
      const sold = await submit(body);
      if (!sold) return;
      toast.success(`Successfully sold ${plainCoins(amount)} ${held.asset} for $${sold.usd_amount_exact}`);
    } catch (refusal) {
      if (isPriceGone(refusal)) {
        setGone({ quoteId: body.quote_id });
        onPriceGone();
      }
      return refuse(refusalText(refusal, 'Failed to sell cryptocurrency'), atAmount(refusal));
    }
    if (stays()) await navigate({ to: '/dashboard' });
  }

  const forget = () => {
    setError(undefined);
    setGone(undefined);
  };
  return { sell, busy, error, trouble: troubleOf(), forget, amountInput };

  function troubleOf(): Trouble | undefined {
    if (unanswered) return 'unanswered';
    return gone && 'price changed';
  }
}

const pressAgain = 'Nothing was sold: the price has changed. Press Sell again to take the new one.';
