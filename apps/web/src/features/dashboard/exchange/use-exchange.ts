import { endpoints, type Endpoints, type ErrorCode, type ExchangeQuote, type Transaction } from '@florin/contract';
import { formatAmount, type FiatCode } from '@florin/money';
import { useState } from 'react';
import { deviceNow } from '../../../api/server-time.ts';
import { fromExact } from '../../../api/exact.ts';
import { refusalCode, refusalFields } from '../../../api/refusal-text.ts';
import { useMoneyCommand } from '../../../api/use-money-command.ts';
import { toast } from '../../../ui/toast.ts';
import { refusalSentence } from '../money-dialog/refusal-sentence.ts';
import type { Placed } from '../money-dialog/use-followed-transaction.ts';
import { useOpening } from '../money-dialog/use-opening.ts';
import { useTypedMoney } from '../money-dialog/use-typed-money.ts';
import { useShowing } from '../../../ui/use-showing.ts';
import { targetsOf } from './exchange.ts';

export type Exchange = ReturnType<typeof useExchange>;

type Typed = { readonly from: FiatCode; readonly to: FiatCode; readonly amount: string };

type Entry = {
  readonly name: 'entry';
  readonly amountError?: string;
  readonly refusal?: string;
  /** The id of a quote that the server did not take any more. */
  readonly spentQuote?: string;
};

type Stage =
  | Entry
  /** Sent, and its answer did not come: only the same may go out again, so that it is exchanged once. */
  | { readonly name: 'unanswered'; readonly quote: ExchangeQuote; readonly refusal: string }
  | { readonly name: 'done'; readonly placed: Placed };

const entry: Entry = { name: 'entry' };

const begun = (from: FiatCode): Typed => ({ from, to: targetsOf(from)[0] ?? from, amount: '' });

/** The exchange and how far it is. One without an answer outlasts the closing of the dialog, and the page. */
export function useExchange({ open, currency }: { open: boolean; currency: FiatCode }) {
  const { submit, isRetry, unsettled, busy } = useMoneyCommand<Endpoints['exchangeMoney'], ExchangeQuote>(
    endpoints.exchangeMoney,
  );
  const { typed, setTyped, begin } = useTypedMoney<Typed>('exchange', begun(currency));
  const [reached, setStage] = useState<Exclude<Stage, { name: 'unanswered' }>>(entry);
  const isShowing = useShowing(open);
  const quote = unsettled[0]?.about;
  const stage: Stage =
    quote && reached.name === 'entry'
      ? { name: 'unanswered', quote, refusal: reached.refusal ?? refusalSentence(undefined, words) }
      : reached;

  useOpening(open, () => {
    if (busy || stage.name === 'unanswered') return;
    begin();
    setStage(entry);
  });

  const change = (part: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...part }));
    setStage(entry);
  };

  const refuse = (sentence: string) => {
    setStage({ name: 'entry', amountError: sentence });
    toast.error(sentence);
  };

  const exchange = async (quote: ExchangeQuote) => {
    const body = bodyOf(quote);
    const wasInDoubt = isRetry(body);
    try {
      const transaction = await submit(body, quote);
      if (!transaction) return;
      setStage({ name: 'done', placed: { transaction, at: deviceNow() } });
      if (!isShowing()) toast.success(doneWords(transaction, quote));
    } catch (error) {
      const { stage: next, sentence } = stageAfter(error, quote, { wasInDoubt, isInDoubt: isRetry(body) });
      setStage(next);
      if (!isShowing()) toast.error(sentence);
    }
  };

  return { typed, stage, busy, change, refuse, exchange };
}

const doneWords = ({ counter_amount_exact: received }: Transaction, { to }: ExchangeQuote) =>
  `${formatAmount(fromExact(to, received))} is in your ${to} wallet`;

const bodyOf = ({ from, to, amount_exact: amount, id }: ExchangeQuote) => ({ from, to, amount, quote_id: id });

const words = { refused: 'Failed to exchange', unanswered: 'it will not be exchanged twice' };

const quoteIsSpent = new Set<ErrorCode | undefined>(['quote_used', 'quote_expired', 'quote_not_found']);

/**
 * The server looks for the key before it calls a rate expired, and both with the wallets locked: the first was not carried
 * out, nor will it be. A rate that it does not know any more says nothing of the first, nor does one that another has used.
 */
const notExchanged = 'Nothing was exchanged: the rate had expired.';
const unknownEnd = 'This rate cannot be used any more. Your transactions show whether it was exchanged.';

type After = { stage: Entry; sentence: string };
type Doubt = { wasInDoubt: boolean; isInDoubt: boolean };

function stageAfter(error: unknown, quote: ExchangeQuote, { wasInDoubt, isInDoubt }: Doubt): After {
  const sentence = refusalSentence(error, words);
  if (isInDoubt) return { stage: { name: 'entry', refusal: sentence }, sentence };
  const code = refusalCode(error);
  if (quoteIsSpent.has(code) && wasInDoubt) {
    const found = code === 'quote_expired' ? notExchanged : unknownEnd;
    return { stage: { name: 'entry', spentQuote: quote.id, refusal: found }, sentence: found };
  }
  if (quoteIsSpent.has(code)) return { stage: { name: 'entry', spentQuote: quote.id }, sentence };
  const amount = refusalFields(error)['amount'] ?? (code === 'insufficient_balance' ? sentence : undefined);
  if (amount !== undefined) return { stage: { name: 'entry', amountError: amount }, sentence: amount };
  return { stage: { name: 'entry', refusal: sentence }, sentence };
}
