import { CallRefused, endpoints } from '@florin/contract';
import { toDecimal, type Amount } from '@florin/money';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { refusalFields, refusalText } from '../../api/refusal-text.ts';
import { useMoneyCommand } from '../../api/use-money-command.ts';
import { plainCoins } from './plain-coins.ts';
import { readSale } from './sale.ts';

/** Sells, says how it went, and leaves for the dashboard when it went well. */
export function useSale(held: Amount) {
  const [error, setError] = useState<string>();
  const amountInput = useRef<HTMLInputElement>(null);
  const { submit, busy } = useMoneyCommand(endpoints.sellCoins);
  const navigate = useNavigate();

  const refuse = (sentence: string, atAmount: string | undefined) => {
    setError(atAmount);
    toast.error(sentence);
    if (atAmount) amountInput.current?.focus();
  };

  async function sell(amountText: string) {
    const { amount, problem } = readSale(held, amountText);
    if (problem !== undefined) return refuse(problem, problem);
    setError(undefined);
    try {
      const sold = await submit({ crypto_symbol: held.asset, amount_crypto: toDecimal(amount) });
      if (!sold) return;
      toast.success(`Successfully sold ${plainCoins(amount)} ${held.asset} for $${sold.usd_amount_exact}`);
    } catch (refusal) {
      return refuse(refusalText(refusal, 'Failed to sell cryptocurrency'), amountPartOf(refusal));
    }
    await navigate({ to: '/dashboard' });
  }

  return { sell, busy, error, forgetError: () => setError(undefined), amountInput };
}

/** The server's sentence, where it is about the amount. */
function amountPartOf(error: unknown): string | undefined {
  const named = refusalFields(error)['amount_crypto'];
  if (named !== undefined || !(error instanceof CallRefused)) return named;
  return error.body?.code === 'insufficient_balance' ? error.body.detail : undefined;
}
