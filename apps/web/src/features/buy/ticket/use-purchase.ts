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
import { quotedFigures, type Figures, type Order } from './purchase.ts';
import { costsMore } from './payment.ts';
import { errorsOf, type PurchaseErrors } from './purchase-errors.ts';

type Body = CallOf<Endpoints['buyCoins']>['body'];

/** An attempted purchase: the order with its payment method, and the shown figures. */
type Bought = { readonly orderKey: string; readonly figures: Figures };

type Submission = {
  problem: string | undefined;
  /** The figures that the form shows. */
  figures: Figures;
  quote: BuyQuote | undefined;
};

type UsePurchase = {
  coin: MarketItem;
  /** Undefined if the typed amount is invalid. */
  order: Order | undefined;
  methodId: string | undefined;
  /** Requests a new quote. */
  nextQuote: () => Promise<BuyQuote | undefined>;
};

/** Buys, shows the result in a toast, and opens the dashboard after a success. */
export function usePurchase({ coin, order, methodId, nextQuote }: UsePurchase) {
  // Errors belong to one coin and payment method. They are hidden when either changes.
  const [failure, setFailure] = useState<{ readonly selection: string; readonly errors: PurchaseErrors }>();
  const selection = JSON.stringify([coin.symbol, methodId]);
  const errors = failure?.selection === selection ? failure.errors : {};
  const setErrors = (next: PurchaseErrors) => setFailure({ selection, errors: next });
  /** The last quote that the server rejected as used or expired. */
  const [rejectedQuoteId, setRejectedQuoteId] = useState<string>();
  const [waiting, setWaiting] = useState(false);
  const isRunning = useRef(false);
  const amountInput = useRef<HTMLInputElement>(null);
  const { submit, isRetry, unsettled, busy } = useMoneyCommand<Endpoints['buyCoins'], Bought>(endpoints.buyCoins);
  const navigate = useNavigate();
  const pageStays = usePageStays();
  const receiptOf = useReceiptAction();
  // An attempt with a lost response. A retry repeats its body, quote included, so that the server buys once.
  const unanswered =
    order && methodId !== undefined
      ? unsettled.find(({ about }) => about.orderKey === orderKeyOf(order, methodId))
      : undefined;

  const refuse = (sentence: string, found: PurchaseErrors) => {
    setErrors(found);
    toast.error(sentence);
    if (found.amount) amountInput.current?.focus();
  };

  async function buy(submission: Submission) {
    const { problem = '' } = submission;
    if (!order) return refuse(problem, { amount: problem });
    if (methodId === undefined) return refuse(methodMissing, { method: methodMissing });
    // Uses a ref, because rendered state is stale within a double click.
    if (isRunning.current) return;
    isRunning.current = true;
    setErrors({});
    const attempt = unanswered ?? (await attemptFor({ ...submission, order, methodId }));
    if (attempt) await execute(attempt);
    isRunning.current = false;
  }

  /** Prepares a purchase. Dollars need no quote; typed coins and other wallets need one, because it fixes the cost. */
  async function attemptFor({ order, methodId, figures, quote }: Submission & { order: Order; methodId: string }) {
    const base = { crypto_symbol: coin.symbol, payment_method_id: methodId };
    const orderKey = orderKeyOf(order, methodId);
    if (!quote && order.amount_usd !== undefined && order.payment_currency === undefined)
      return { body: { ...base, amount_usd: order.amount_usd }, about: { orderKey, figures } };
    const valid = quote ?? (await awaitQuote());
    if (!valid) return refuse(noPrice, {});
    const quoted = quotedFigures(valid);
    if (isMoreThan(quoted.total, figures.total) || costsMore(quoted.payment, figures.payment))
      return refuse(priceChanged, { notice: 'price changed' });
    return {
      body: { ...base, amount_usd: valid.amount_exact, quote_id: valid.id },
      about: { orderKey, figures: quoted },
    };
  }

  async function awaitQuote() {
    setWaiting(true);
    const quote = await nextQuote();
    setWaiting(false);
    return quote;
  }

  async function execute({ body, about }: { body: Body; about: Bought }) {
    const stays = pageStays();
    try {
      const bought = await submit(body, about);
      if (!bought) return;
      const coins = bought.crypto_amount_exact ?? toDecimal(about.figures.coins);
      toast.success(`Successfully purchased ${coins} ${coin.symbol}`, receiptOf(bought.transaction));
    } catch (error) {
      if (isRetry(body)) return refuse(refusalText(error, failed), {});
      if (!isPriceGone(error)) return refuse(refusalText(error, failed), errorsOf(error));
      setRejectedQuoteId(body.quote_id);
      void nextQuote();
      return refuse(priceChanged, { notice: 'price changed' });
    }
    if (stays()) await navigate({ to: '/dashboard' });
  }

  const clearErrors = (...fields: (keyof PurchaseErrors)[]) =>
    setErrors({ ...errors, ...Object.fromEntries(fields.map((field) => [field, undefined])) });
  return {
    buy,
    busy: busy || waiting,
    errors: unanswered ? { ...errors, notice: 'unanswered' as const } : errors,
    clearErrors,
    amountInput,
    rejectedQuoteId,
    pending: unanswered?.about.figures,
  };
}

const orderKeyOf = (order: Order, methodId: string) => JSON.stringify([order, methodId]);

const methodMissing = 'Please choose a payment method';
const failed = 'Failed to buy cryptocurrency';
const noPrice = 'Could not load the price.';
const priceChanged = 'Nothing was bought. The price has changed. Press Buy to accept the new price.';
