import { endpoints, type CallOf, type Endpoints } from '@florin/contract';
import { toDecimal, type Amount } from '@florin/money';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { refusalText } from '../../api/refusal-text.ts';
import { useMoneyCommand } from '../../api/use-money-command.ts';
import { toast } from '../../ui/toast.ts';
import { plainCoins } from './plain-coins.ts';
import { isPriceGone } from '../../wallet-ui/held-price/trade-errors.ts';
import { atAmount } from './sale-errors.ts';
import { readSale } from './sale.ts';

type SaleBody = CallOf<Endpoints['sellCoins']>['body'];

export type SaleTrouble =
  | {
      readonly kind: 'price changed';
      /** That the server does not take any more. */ readonly quoteId: string | undefined;
    }
  | { readonly kind: 'unanswered' };

type UseSale = {
  held: Amount;
  /** The price that was held is not taken any more: another one is needed. */
  onPriceGone: () => void;
};

/** Sells, says how it went, and leaves for the dashboard when it went well. */
export function useSale({ held, onPriceGone }: UseSale) {
  const [error, setError] = useState<string>();
  const [trouble, setTrouble] = useState<SaleTrouble>();
  const amountInput = useRef<HTMLInputElement>(null);
  const { submit, isRetry, busy } = useMoneyCommand(endpoints.sellCoins);
  const lastSent = useRef<SaleBody>(null);
  const navigate = useNavigate();

  const refuse = (sentence: string, sentenceAtAmount: string | undefined) => {
    setError(sentenceAtAmount);
    toast.error(sentence);
    if (sentenceAtAmount !== undefined) amountInput.current?.focus();
  };

  /** The same again where it is unknown whether the last one was carried out: another price would make it another sale. */
  function bodyOf(amount: Amount, quoteId: string | undefined): SaleBody {
    const last = lastSent.current;
    const amount_crypto = toDecimal(amount);
    if (last && last.amount_crypto === amount_crypto && isRetry(last)) return last;
    return { crypto_symbol: held.asset, amount_crypto, ...(quoteId !== undefined && { quote_id: quoteId }) };
  }

  async function sell(amountText: string, quoteId: string | undefined) {
    const { amount, problem } = readSale(held, amountText);
    if (problem !== undefined) return refuse(problem, problem);
    const isSpent = quoteId !== undefined && trouble?.kind === 'price changed' && trouble.quoteId === quoteId;
    if (isSpent) return refuse(pressAgain, undefined);
    forget();
    const body = bodyOf(amount, quoteId);
    lastSent.current = body;
    try {
      const sold = await submit(body);
      if (!sold) return;
      toast.success(`Successfully sold ${plainCoins(amount)} ${held.asset} for $${sold.usd_amount_exact}`);
    } catch (refusal) {
      if (isRetry(body)) setTrouble({ kind: 'unanswered' });
      if (isPriceGone(refusal)) {
        setTrouble({ kind: 'price changed', quoteId: body.quote_id });
        onPriceGone();
      }
      return refuse(refusalText(refusal, 'Failed to sell cryptocurrency'), atAmount(refusal));
    }
    await navigate({ to: '/dashboard' });
  }

  const forget = () => {
    setError(undefined);
    setTrouble(undefined);
  };
  return { sell, busy, error, trouble, forget, amountInput };
}

const pressAgain = 'Nothing was sold: the price has changed. Press Sell again to take the new one.';
