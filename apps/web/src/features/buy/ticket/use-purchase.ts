import { endpoints, type BuyQuote, type CallOf, type Endpoints } from '@florin/contract';
import { isMoreThan, toDecimal } from '@florin/money';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { MarketItem } from '../../../api/read/answers.ts';
import { refusalText } from '../../../api/refusal-text.ts';
import { useMoneyCommand } from '../../../api/use-money-command.ts';
import { toast } from '../../../ui/toast.ts';
import { isPriceGone } from '../../../wallet-ui/held-price/trade-errors.ts';
import type { Trouble } from '../../../wallet-ui/held-price/trade-trouble.tsx';
import { problemAtFields, useMoneyForm, type Problem } from '../../../wallet-ui/use-money-form.ts';
import { usePageStays } from '../../../wallet-ui/use-page-stays.ts';
import { useReceiptAction } from '../../../wallet-ui/use-receipt-action.ts';
import { quotedFigures, type Figures, type Order } from './purchase.ts';
import { costsMore } from './payment.ts';

type Body = CallOf<Endpoints['buyCoins']>['body'];

/** An attempted purchase: the order with its payment method, and the shown figures. */
type Bought = { readonly orderKey: string; readonly figures: Figures };

type PurchaseErrors = {
  readonly amount?: string | undefined;
  readonly method?: string | undefined;
  /** Why the purchase failed or is unclear. */
  readonly notice?: Trouble | undefined;
};

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
  const command = useMoneyCommand<Endpoints['buyCoins'], Bought>(endpoints.buyCoins);
  const { isRetry, unsettled, busy } = command;
  const { errors, amountInput, refuse, clear, send } = useMoneyForm(command, {
    problemOf,
    selection: JSON.stringify([coin.symbol, methodId]),
  });
  /** The last quote that the server rejected as used or expired. */
  const [rejectedQuoteId, setRejectedQuoteId] = useState<string>();
  const [waiting, setWaiting] = useState(false);
  const isRunning = useRef(false);
  const navigate = useNavigate();
  const pageStays = usePageStays();
  const receiptOf = useReceiptAction();
  // An attempt with a lost response. A retry repeats the body of the attempt, including the quote, so the server buys
  // once.
  const unanswered =
    order && methodId !== undefined
      ? unsettled.find(({ about }) => about.orderKey === orderKeyOf(order, methodId))
      : undefined;

  async function buy(submission: Submission) {
    const { problem = '' } = submission;
    if (!order) return refuse({ amount: problem }, problem);
    if (methodId === undefined) return refuse({ method: methodMissing }, methodMissing);
    // Uses a ref, because rendered state is stale within a double click.
    if (isRunning.current) return;
    isRunning.current = true;
    clear();
    const attempt = unanswered ?? (await attemptFor({ ...submission, order, methodId }));
    if (attempt) await execute(attempt);
    isRunning.current = false;
  }

  /**
   * Prepares a purchase. Dollars need no quote. Typed coins and other wallets need a quote, because the quote fixes the
   * cost.
   */
  async function attemptFor({ order, methodId, figures, quote }: Submission & { order: Order; methodId: string }) {
    const base = { crypto_symbol: coin.symbol, payment_method_id: methodId };
    const orderKey = orderKeyOf(order, methodId);
    if (!quote && order.amount_usd !== undefined && order.payment_currency === undefined)
      return { body: { ...base, amount_usd: order.amount_usd }, about: { orderKey, figures } };
    const valid = quote ?? (await awaitQuote());
    if (!valid) return refuse({}, noPrice);
    const quoted = quotedFigures(valid);
    if (isMoreThan(quoted.total, figures.total) || costsMore(quoted.payment, figures.payment))
      return refuse({ notice: 'price changed' }, priceChanged);
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
    const bought = await send([body, about], (error) => {
      if (isRetry(body)) return { errors: {}, sentence: refusalText(error, failed) };
      if (!isPriceGone(error)) return problemOf(error);
      setRejectedQuoteId(body.quote_id);
      void nextQuote();
      return { errors: { notice: 'price changed' }, sentence: priceChanged };
    });
    if (!bought) return;
    const coins = bought.crypto_amount_exact ?? toDecimal(about.figures.coins);
    toast.success(`Successfully purchased ${coins} ${coin.symbol}`, receiptOf(bought.transaction));
    if (stays()) await navigate({ to: '/dashboard' });
  }

  return {
    buy,
    busy: busy || waiting,
    errors: unanswered ? { ...errors, notice: 'unanswered' as const } : errors,
    clearErrors: clear,
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

const problemOf = (error: unknown): Problem<PurchaseErrors> =>
  problemAtFields(error, {
    failed,
    fields: { amount_usd: 'amount', payment_method_id: 'method' },
    codes: {
      insufficient_balance: 'amount',
      plan_limit_exceeded: 'amount',
      not_in_stock: 'amount',
      payment_declined: 'method',
      payment_method_not_found: 'method',
    },
  });
