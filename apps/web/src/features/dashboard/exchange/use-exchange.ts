import { endpoints, type Endpoints, type ErrorCode, type ExchangeQuote, type Transaction } from '@florin/contract';
import { formatAmount, type FiatCode } from '@florin/money';
import { useState } from 'react';
import { deviceNow } from '../../../api/server-time.ts';
import { fromExact } from '../../../api/exact.ts';
import { refusalCode, refusalFields } from '../../../api/refusal-text.ts';
import { useMoneyCommand } from '../../../api/use-money-command.ts';
import { toast } from '../../../ui/toast.ts';
import { refusalSentence } from '../money-dialog/refusal-sentence.ts';
import type { Placed } from '../money-dialog/use-polled-transaction.ts';
import { useOnOpen } from '../money-dialog/use-on-open.ts';
import { useTypedMoney } from '../money-dialog/use-typed-money.ts';
import { useIsOpen } from '../../../ui/use-is-open.ts';
import { targetsOf } from './exchange.ts';

export type Exchange = ReturnType<typeof useExchange>;

type Typed = { readonly from: FiatCode; readonly to: FiatCode; readonly amount: string };

type Entry = {
  readonly name: 'entry';
  readonly amountError?: string;
  readonly refusal?: string;
  /** The id of a quote that the server rejected. */
  readonly rejectedQuote?: string;
};

type Stage =
  | Entry
  /** No response. Only the same request may be retried, so the money is exchanged once. */
  | { readonly name: 'unanswered'; readonly quote: ExchangeQuote; readonly refusal: string }
  | { readonly name: 'done'; readonly placed: Placed };

const entry: Entry = { name: 'entry' };

const blankFields = (from: FiatCode): Typed => ({ from, to: targetsOf(from)[0] ?? from, amount: '' });

/** Holds an exchange and its stage. An exchange without a response survives closing the dialog and leaving the page. */
export function useExchange({ open, currency }: { open: boolean; currency: FiatCode }) {
  const { submit, isRetry, unsettled, busy } = useMoneyCommand<Endpoints['exchangeMoney'], ExchangeQuote>(
    endpoints.exchangeMoney,
  );
  const { typed, setTyped, begin } = useTypedMoney<Typed>('exchange', blankFields(currency));
  const [ownStage, setStage] = useState<Exclude<Stage, { name: 'unanswered' }>>(entry);
  const isOpen = useIsOpen(open);
  const quote = unsettled[0]?.about;
  const stage: Stage =
    quote && ownStage.name === 'entry'
      ? { name: 'unanswered', quote, refusal: ownStage.refusal ?? refusalSentence(undefined, messages) }
      : ownStage;

  useOnOpen(open, () => {
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
    const wasUnanswered = isRetry(body);
    try {
      const transaction = await submit(body, quote);
      if (!transaction) return;
      setStage({ name: 'done', placed: { transaction, at: deviceNow() } });
      if (!isOpen()) toast.success(successMessage(transaction, quote));
    } catch (error) {
      const { stage: next, sentence } = stageAfter(error, quote, { wasUnanswered, isUnanswered: isRetry(body) });
      setStage(next);
      if (!isOpen()) toast.error(sentence);
    }
  };

  return { typed, stage, busy, change, refuse, exchange };
}

const successMessage = ({ counter_amount_exact: received }: Transaction, { to }: ExchangeQuote) =>
  `${formatAmount(fromExact(to, received))} is in your ${to} wallet`;

const bodyOf = ({ from, to, amount_exact: amount, id }: ExchangeQuote) => ({ from, to, amount, quote_id: id });

const messages = { refused: 'Failed to exchange', unanswered: 'it will not be exchanged twice' };

const rejectedQuoteCodes = new Set<ErrorCode | undefined>(['quote_used', 'quote_expired', 'quote_not_found']);

/**
 * For a retry that fails with `quote_expired`. The server locks the wallets and looks up the idempotency key before it
 * checks the expiry. So the first request did not exchange anything and never will.
 */
const notExchanged = 'The rate expired. Nothing was exchanged.';

/**
 * For a retry that fails with `quote_not_found` or `quote_used`. These do not reveal the result of the first request.
 */
const outcomeUnknown = 'This rate is no longer valid. Check your transactions to see if it went through.';

type After = { stage: Entry; sentence: string };
/** Whether an earlier request, or this one, got no response. */
type Attempt = { wasUnanswered: boolean; isUnanswered: boolean };

function stageAfter(error: unknown, quote: ExchangeQuote, { wasUnanswered, isUnanswered }: Attempt): After {
  const sentence = refusalSentence(error, messages);
  if (isUnanswered) return { stage: { name: 'entry', refusal: sentence }, sentence };
  const code = refusalCode(error);
  if (rejectedQuoteCodes.has(code) && wasUnanswered) {
    const message = code === 'quote_expired' ? notExchanged : outcomeUnknown;
    return { stage: { name: 'entry', rejectedQuote: quote.id, refusal: message }, sentence: message };
  }
  if (rejectedQuoteCodes.has(code)) return { stage: { name: 'entry', rejectedQuote: quote.id }, sentence };
  const amount = refusalFields(error)['amount'] ?? (code === 'insufficient_balance' ? sentence : undefined);
  if (amount !== undefined) return { stage: { name: 'entry', amountError: amount }, sentence: amount };
  return { stage: { name: 'entry', refusal: sentence }, sentence };
}
