import { endpoints, type MarketItem } from '@florin/contract';
import { toDecimal } from '@florin/money';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { refusalText } from '../../api/refusal-text.ts';
import { useMoneyCommand } from '../../api/use-money-command.ts';
import { readPurchase } from './purchase.ts';
import { placesOf, type PurchaseErrors } from './purchase-errors.ts';

/** Buys, says how it went, and leaves for the dashboard when it went well. */
export function usePurchase(coin: MarketItem) {
  const [errors, setErrors] = useState<PurchaseErrors>({});
  const amountInput = useRef<HTMLInputElement>(null);
  const { submit, busy } = useMoneyCommand(endpoints.buyCoins);
  const navigate = useNavigate();

  const refuse = (sentence: string, places: PurchaseErrors) => {
    setErrors(places);
    toast.error(sentence);
    if (places.amount) amountInput.current?.focus();
  };

  async function buy(amountText: string, methodId: string | undefined) {
    const { amount, problem } = readPurchase(coin.symbol, amountText);
    if (!amount) return refuse(problem, { amount: problem });
    if (methodId === undefined) return refuse(methodMissing, { method: methodMissing });
    setErrors({});
    try {
      const body = { crypto_symbol: coin.symbol, amount_usd: toDecimal(amount), payment_method_id: methodId };
      const bought = await submit(body);
      if (!bought) return;
      toast.success(`Successfully purchased ${bought.crypto_amount_exact} ${coin.symbol}`);
    } catch (error) {
      return refuse(refusalText(error, 'Failed to buy cryptocurrency'), placesOf(error));
    }
    await navigate({ to: '/dashboard' });
  }

  const forget = (field: keyof PurchaseErrors) => setErrors((before) => ({ ...before, [field]: undefined }));
  return { buy, busy, errors, forget, amountInput };
}

const methodMissing = 'Please choose a payment method';
