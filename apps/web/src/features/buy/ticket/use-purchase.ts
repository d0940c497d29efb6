import { endpoints, type BuyQuote, type CallOf, type Endpoints } from '@florin/contract';
import { isMoreThan, toDecimal } from '@florin/money';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { MarketItem } from '../../../api/read/answers.ts';
import { refusalText } from '../../../api/refusal-text.ts';
import { useMoneyCommand } from '../../../api/use-money-command.ts';
import { toast } from '../../../ui/toast.ts';
import { isPriceGone } from '../../../wallet-ui/held-price/trade-errors.ts';
import { usePageStays } from '../../../wallet-ui/use-page-stays.ts';
import { useReceiptAction } from '../../../wallet-ui/use-receipt-action.ts';
import { promised, type Figures, type Order } from './purchase.ts';
import { paysMore } from './payment.ts';
import { placesOf, type PurchaseErrors } from './purchase-errors.ts';

type Body = CallOf<Endpoints['buyCoins']>['body'];

/** What is bought, and what it comes down to. */
type Bought = { readonly what: string; readonly figures: Figures };

type Asked = {
  problem: string | undefined;
  /** What the button says. */
  figures: Figures;
  quote: BuyQuote | undefined;
};

type UsePurchase = {
  coin: MarketItem;
  /** Missing where what was typed cannot be bought. */
  order: Order | undefined;
  methodId: string | undefined;
  /** Asks for a price now. */
  nextQuote: () => Promise<BuyQuote | undefined>;
};

/** Buys, says how it went, and leaves for the dashboard when it went well. */
export function usePurchase({ coin, order, methodId, nextQuote }: UsePurchase) {
  // What was refused of one coin and one payment method says nothing about another.
  const [refused, setRefused] = useState<{ readonly of: string; readonly errors: PurchaseErrors }>();
  const of = JSON.stringify([coin.symbol, methodId]);
  const errors = refused?.of === of ? refused.errors : {};
  const setErrors = (next: PurchaseErrors) => setRefused({ of, errors: next });
  /** A price that the server does not take any more. */
  const [gone, setGone] = useState<string>();
  const [waiting, setWaiting] = useState(false);
  const underWay = useRef(false);
  const amountInput = useRef<HTMLInputElement>(null);
  const { submit, isRetry, unsettled, busy } = useMoneyCommand<Endpoints['buyCoins'], Bought>(endpoints.buyCoins);
  const navigate = useNavigate();
  const pageStays = usePageStays();
  const receiptOf = useReceiptAction();
  // Sent, and its answer did not come: the same goes out again, its price included, so that it is bought once.
  const unanswered =
    order && methodId !== undefined ? unsettled.find(({ about }) => about.what === whatOf(order, methodId)) : undefined;

  const refuse = (sentence: string, places: PurchaseErrors) => {
    setErrors(places);
    toast.error(sentence);
    if (places.amount) amountInput.current?.focus();
  };

  async function buy(asked: Asked) {
    const { problem = '' } = asked;
    if (!order) return refuse(problem, { amount: problem });
    if (methodId === undefined) return refuse(methodMissing, { method: methodMissing });
    // A ref, as what was rendered is stale within a double click.
    if (underWay.current) return;
    underWay.current = true;
    setErrors({});
    const attempt = unanswered ?? (await attemptFor({ ...asked, order, methodId }));
    if (attempt) await carryOut(attempt);
    underWay.current = false;
  }

  /** Dollars can be spent at the price of the moment; coins and other wallets need one that says what they cost. */
  async function attemptFor({ order, methodId, figures, quote }: Asked & { order: Order; methodId: string }) {
    const base = { crypto_symbol: coin.symbol, payment_method_id: methodId };
    const what = whatOf(order, methodId);
    if (!quote && order.amount_usd !== undefined && order.payment_currency === undefined)
      return { body: { ...base, amount_usd: order.amount_usd }, about: { what, figures } };
    const held = quote ?? (await awaitQuote());
    if (!held) return refuse(noPrice, {});
    const agreed = promised(held);
    if (isMoreThan(agreed.total, figures.total) || paysMore(agreed.payment, figures.payment))
      return refuse(pressAgain, { notice: 'price changed' });
    return {
      body: { ...base, amount_usd: held.amount_exact, quote_id: held.id },
      about: { what, figures: agreed },
    };
  }

  async function awaitQuote() {
    setWaiting(true);
    const quote = await nextQuote();
    setWaiting(false);
    return quote;
  }

  async function carryOut({ body, about }: { body: Body; about: Bought }) {
    const stays = pageStays();
    try {
      const bought = await submit(body, about);
      if (!bought) return;
      const coins = bought.crypto_amount_exact ?? toDecimal(about.figures.coins);
      toast.success(`Successfully purchased ${coins} ${coin.symbol}`, receiptOf(bought.transaction));
    } catch (error) {
      if (isRetry(body)) return refuse(refusalText(error, failed), {});
      if (!isPriceGone(error)) return refuse(refusalText(error, failed), placesOf(error));
      setGone(body.quote_id);
      void nextQuote();
      return refuse(pressAgain, { notice: 'price changed' });
    }
    if (stays()) await navigate({ to: '/dashboard' });
  }

  const forget = (...fields: (keyof PurchaseErrors)[]) =>
    setErrors({ ...errors, ...Object.fromEntries(fields.map((field) => [field, undefined])) });
  return {
    buy,
    busy: busy || waiting,
    errors: unanswered ? { ...errors, notice: 'unanswered' as const } : errors,
    forget,
    amountInput,
    gone,
    pending: unanswered?.about.figures,
  };
}

const whatOf = (order: Order, methodId: string) => JSON.stringify([order, methodId]);

const methodMissing = 'Please choose a payment method';
const failed = 'Failed to buy cryptocurrency';
const noPrice = 'Could not load the price.';
const pressAgain = 'Nothing was bought: the price has changed. Press Buy again to take the new one.';
