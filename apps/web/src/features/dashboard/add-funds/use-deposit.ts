import { CallRefused, endpoints, type PaymentMethod, type Transaction } from '@florin/contract';
import { formatAmount, toDecimal, type FiatCode } from '@florin/money';
import { useState } from 'react';
import { deviceNow } from '../../../api/server-time.ts';
import { refusalFields } from '../../../api/refusal-text.ts';
import { useMoneyCommand } from '../../../api/use-money-command.ts';
import { toast } from '../../../ui/toast.ts';
import { defaultMethod } from '../../../wallet-ui/payment-method-select.tsx';
import { refusalSentence } from '../money-dialog/refusal-sentence.ts';
import type { Placed } from '../money-dialog/use-polled-transaction.ts';
import { useOnOpen } from '../money-dialog/use-on-open.ts';
import { useTypedMoney } from '../money-dialog/use-typed-money.ts';
import { useIsOpen } from '../../../ui/use-is-open.ts';
import { readDeposit, type DepositErrors, type DepositOrder } from './deposit.ts';

export type Deposit = ReturnType<typeof useDeposit>;

type Typed = { readonly currency: FiatCode; readonly amount: string; readonly methodId: string | undefined };

type Stage =
  | { readonly name: 'entry'; readonly errors: DepositErrors; readonly refusal?: string }
  | { readonly name: 'sending'; readonly order: DepositOrder; readonly isRetry: boolean }
  | { readonly name: 'declined'; readonly order: DepositOrder; readonly sentence: string }
  | { readonly name: 'placed'; readonly order: DepositOrder; readonly placed: Placed };

const entry: Stage = { name: 'entry', errors: {} };

type DepositProps = { open: boolean; currency: FiatCode; methods: readonly PaymentMethod[] };

/** Holds a deposit and its stage. A deposit in progress continues after the dialog closes. */
export function useDeposit({ open, currency, methods }: DepositProps) {
  const { submit, isRetry, busy } = useMoneyCommand(endpoints.addFunds);
  const {
    typed,
    setTyped,
    begin: beginTyping,
  } = useTypedMoney<Typed>('deposit', {
    currency,
    amount: '',
    methodId: undefined,
  });
  const [stage, setStage] = useState<Stage>(entry);
  const isOpen = useIsOpen(open);

  const begin = () => {
    beginTyping();
    setStage(entry);
  };
  useOnOpen(open, () => !busy && begin());

  const method = methods.find(({ id }) => id === typed.methodId) ?? defaultMethod(methods);
  const fields = { currency: typed.currency, amount: typed.amount, method };
  const read = readDeposit(fields);
  // The last deposit got no response: submitting the same fields retries it and does not start another.
  const unanswered =
    read.order && !busy && isRetry(bodyOf(read.order)) ? refusalSentence(undefined, messages) : undefined;

  const change = (part: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...part }));
    setStage((before) => (before.name === 'entry' ? entry : before));
  };

  const add = async () => {
    const { order, errors } = read;
    if (errors) {
      setStage({ name: 'entry', errors });
      for (const problem of Object.values(errors).slice(0, 1)) toast.error(problem);
      return;
    }
    setStage({ name: 'sending', order, isRetry: stage.name === 'declined' });
    try {
      const transaction = await submit(bodyOf(order));
      if (!transaction) return;
      setStage({ name: 'placed', order, placed: { transaction, at: deviceNow() } });
      if (!isOpen()) toast.success(successMessage(transaction, order));
    } catch (error) {
      const { stage: next, sentence } = stageAfter(error, order);
      setStage(next);
      if (next.name === 'declined') change({ methodId: methods.find(({ id }) => id !== order.method.id)?.id });
      if (!isOpen()) toast.error(sentence);
    }
  };

  return { fields, stage, busy, change, add, begin, edit: () => setStage(entry), unanswered };
}

const bodyOf = ({ amount, method }: DepositOrder) => ({
  amount: toDecimal(amount),
  currency: amount.asset,
  payment_method_id: method.id,
});

function successMessage({ status }: Transaction, { amount }: DepositOrder): string {
  const [figure, wallet] = [formatAmount(amount), `your ${amount.asset} wallet`];
  return status === 'completed' ? `Added ${figure} to ${wallet}` : `${figure} is on its way to ${wallet}`;
}

const messages = { refused: 'Failed to add funds', unanswered: 'you will not be charged twice' };

function stageAfter(error: unknown, order: DepositOrder): { stage: Stage; sentence: string } {
  const sentence = refusalSentence(error, messages);
  const { amount } = refusalFields(error);
  if (amount !== undefined) return { stage: { name: 'entry', errors: { amount } }, sentence: amount };
  if (error instanceof CallRefused && error.body?.code === 'payment_declined')
    return { stage: { name: 'declined', order, sentence }, sentence };
  return { stage: { name: 'entry', errors: {}, refusal: sentence }, sentence };
}
