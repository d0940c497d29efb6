import { endpoints, type Endpoints, type ErrorCode, type ExchangeQuote, type Transaction } from '@florin/contract';
import { formatAmount, type FiatCode } from '@florin/money';
import { useState } from 'react';
import { deviceNow } from '../../../api/server-time.ts';
import { fromExact } from '../../../api/exact.ts';
import { refusalCode } from '../../../api/refusal-text.ts';
import { useMoneyCommand } from '../../../api/use-money-command.ts';
import { toast } from '../../../ui/toast.ts';
import { useMoneyForm, type Problem } from '../../../wallet-ui/use-money-form.ts';
import { dialogProblem, refusalSentence } from '../money-dialog/dialog-problem.ts';
import type { Placed } from '../money-dialog/use-polled-transaction.ts';
import { useOnOpen } from '../money-dialog/use-on-open.ts';
import { useTypedMoney } from '../money-dialog/use-typed-money.ts';
import { useIsOpen } from '../../../ui/use-is-open.ts';
import { targetsOf } from './exchange.ts';

export type Exchange = ReturnType<typeof useExchange>;

type Typed = { readonly from: FiatCode; readonly to: FiatCode; readonly amount: string };

type Errors = { readonly amount?: string };

type Stage =
  /** `rejectedQuote` is the id of a quote that the server rejected. */
  | { readonly name: 'entry'; readonly rejectedQuote?: string | undefined }
  /** The exchange got no response. Only the same request may be retried, so the money is exchanged once. */
  | { readonly name: 'unanswered'; readonly quote: ExchangeQuote; readonly refusal: string }
  | { readonly name: 'done'; readonly placed: Placed };

const entry = { name: 'entry' } as const;

const blankFields = (from: FiatCode): Typed => ({ from, to: targetsOf(from)[0] ?? from, amount: '' });

/** Holds an exchange and its stage. An exchange without a response survives closing the dialog and leaving the page. */
export function useExchange({ open, currency }: { open: boolean; currency: FiatCode }) {
  const command = useMoneyCommand<Endpoints['exchangeMoney'], ExchangeQuote>(endpoints.exchangeMoney);
  const { isRetry, unsettled, busy } = command;
  const { typed, setTyped, begin } = useTypedMoney<Typed>('exchange', blankFields(currency));
  const [ownStage, setStage] = useState<Exclude<Stage, { name: 'unanswered' }>>(entry);
  const isOpen = useIsOpen(open);
  const form = useMoneyForm(command, { problemOf, isOpen });
  const quote = unsettled[0]?.about;
  const stage: Stage =
    quote && ownStage.name === 'entry'
      ? { name: 'unanswered', quote, refusal: form.refusal ?? refusalSentence(undefined, messages) }
      : ownStage;

  const edit = () => {
    form.clear();
    setStage(entry);
  };
  useOnOpen(open, () => {
    if (busy || stage.name === 'unanswered') return;
    begin();
    edit();
  });

  const change = (part: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...part }));
    edit();
  };

  const refuse = (sentence: string) => {
    setStage(entry);
    form.refuse({ amount: sentence }, sentence);
  };

  const exchange = async (quote: ExchangeQuote) => {
    const body = bodyOf(quote);
    const wasUnanswered = isRetry(body);
    const transaction = await form.send([body, quote], (error) => {
      const isRejected = !isRetry(body) && rejectedQuoteCodes.has(refusalCode(error));
      setStage({ name: 'entry', rejectedQuote: isRejected ? quote.id : undefined });
      return isRejected ? rejectedQuoteProblem(error, wasUnanswered) : problemOf(error, isRetry(body));
    });
    if (!transaction) return;
    setStage({ name: 'done', placed: { transaction, at: deviceNow() } });
    if (!isOpen()) toast.success(successMessage(transaction, quote));
  };

  const { errors, refusal } = form;
  return { typed, stage, errors, refusal, busy, change, refuse, exchange };
}

const successMessage = ({ counter_amount_exact: received }: Transaction, { to }: ExchangeQuote) =>
  `${formatAmount(fromExact(to, received))} is in your ${to} wallet`;

const bodyOf = ({ from, to, amount_exact: amount, id }: ExchangeQuote) => ({ from, to, amount, quote_id: id });

const messages = { refused: 'Failed to exchange', unanswered: 'it will not be exchanged twice' };

const rejectedQuoteCodes = new Set<ErrorCode | undefined>(['quote_used', 'quote_expired', 'quote_not_found']);

/**
 * For a retry that fails with `quote_expired`. The server locks the wallets and looks up the idempotency key before the
 * expiry check. Thus the first request did not exchange anything and never will.
 */
const notExchanged = 'The rate expired. Nothing was exchanged.';

/**
 * For a retry that fails with `quote_not_found` or `quote_used`. These codes do not reveal the result of the first
 * request.
 */
const outcomeUnknown = 'This rate is no longer valid. Check your transactions to see if it went through.';

/** Without an earlier lost response, the form shows that the rate expired. */
function rejectedQuoteProblem(error: unknown, wasUnanswered: boolean): Problem<Errors> {
  if (!wasUnanswered) return { errors: {}, sentence: refusalSentence(error, messages) };
  const sentence = refusalCode(error) === 'quote_expired' ? notExchanged : outcomeUnknown;
  return { errors: {}, sentence, refusal: sentence };
}

/** An unanswered exchange shows no amount field, so its message belongs to the whole form. */
function problemOf(error: unknown, isUnanswered = false): Problem<Errors> {
  const sentence = refusalSentence(error, messages);
  if (isUnanswered) return { errors: {}, sentence, refusal: sentence };
  return dialogProblem(error, messages, ['insufficient_balance']);
}
