import { endpoints, type PaymentMethod } from '@florin/contract';
import { toDecimal, type FiatCode } from '@florin/money';
import { useState } from 'react';
import { deviceNow } from '../../../api/server-time.ts';
import { refusalCode } from '../../../api/refusal-text.ts';
import { useMoneyCommand } from '../../../api/use-money-command.ts';
import { toast } from '../../../ui/toast.ts';
import { defaultMethod } from '../../../wallet-ui/payment-method-select.tsx';
import { useMoneyForm, type Problem } from '../../../wallet-ui/use-money-form.ts';
import { dialogProblem, refusalSentence } from '../money-dialog/dialog-problem.ts';
import type { Placed } from '../money-dialog/use-polled-transaction.ts';
import { useOnOpen } from '../money-dialog/use-on-open.ts';
import { useTypedMoney } from '../money-dialog/use-typed-money.ts';
import { useIsOpen } from '../../../ui/use-is-open.ts';
import { isHosted, useHostedDeposit } from './use-hosted-deposit.ts';
import { depositMessage, readDeposit, type DepositErrors, type DepositOrder } from './deposit.ts';

export type Deposit = ReturnType<typeof useDeposit>;

type Typed = { readonly currency: FiatCode; readonly amount: string; readonly methodId: string | undefined };

type Stage =
  | { readonly name: 'entry' }
  | { readonly name: 'sending'; readonly order: DepositOrder; readonly isRetry: boolean }
  | { readonly name: 'declined'; readonly order: DepositOrder; readonly sentence: string }
  | { readonly name: 'placed'; readonly order: DepositOrder; readonly placed: Placed };

const entry: Stage = { name: 'entry' };

type DepositProps = { open: boolean; currency: FiatCode; methods: readonly PaymentMethod[] };

/** Holds a deposit and its stage. A deposit in progress continues after the dialog closes. */
export function useDeposit({ open, currency, methods }: DepositProps) {
  const command = useMoneyCommand(endpoints.addFunds);
  const { isRetry } = command;
  const hosted = useHostedDeposit();
  const busy = command.busy || hosted.busy;
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
  const { errors, refusal, refuse, clear, send } = useMoneyForm(command, { problemOf, isOpen });

  const edit = () => {
    clear();
    setStage(entry);
  };
  const begin = () => {
    beginTyping();
    edit();
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
    clear();
  };

  const add = async () => {
    const { order, errors: invalid } = read;
    if (!order) {
      setStage(entry);
      return refuse(invalid, Object.values(invalid)[0] ?? '');
    }
    clear();
    if (isHosted(order)) return leave(order);
    setStage({ name: 'sending', order, isRetry: stage.name === 'declined' });
    const transaction = await send([bodyOf(order)], (error) => {
      const problem = problemOf(error);
      if (!isDeclined(error, problem)) setStage(entry);
      else {
        setStage({ name: 'declined', order, sentence: problem.sentence });
        setTyped((before) => ({ ...before, methodId: methods.find(({ id }) => id !== order.method.id)?.id }));
      }
      return problem;
    });
    if (!transaction) return;
    setStage({ name: 'placed', order, placed: { transaction, at: deviceNow() } });
    if (!isOpen()) toast.success(depositMessage(transaction, order.amount));
  };

  const leave = async (order: DepositOrder) => {
    try {
      await hosted.start(order);
    } catch (error) {
      const { errors: found, sentence } = problemOf(error);
      refuse(found, sentence);
    }
  };

  return { fields, stage, errors, refusal: refusal ?? unanswered, busy, change, add, begin, edit };
}

const bodyOf = ({ amount, method }: DepositOrder) => ({
  amount: toDecimal(amount),
  currency: amount.asset,
  payment_method_id: method.id,
});

const messages = { refused: 'Failed to add funds', unanswered: 'you will not be charged twice' };

const problemOf = (error: unknown): Problem<DepositErrors> => dialogProblem(error, messages);

const isDeclined = (error: unknown, { errors }: Problem<DepositErrors>) =>
  errors.amount === undefined && refusalCode(error) === 'payment_declined';
