import { CallRefused, endpoints, type Limits, type PaymentMethod, type Wallet } from '@florin/contract';
import { formatAmount, toDecimal, type Amount, type FiatCode } from '@florin/money';
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
import { readWithdrawal, type WithdrawalErrors, type WithdrawalOrder } from './withdrawal.ts';

export type Withdrawal = ReturnType<typeof useWithdrawal>;

type Typed = { readonly currency: FiatCode; readonly amount: string; readonly accountId: string | undefined };

type Stage =
  | { readonly name: 'entry'; readonly errors: WithdrawalErrors; readonly refusal?: string }
  | { readonly name: 'placed'; readonly order: WithdrawalOrder; readonly placed: Placed };

const entry: Stage = { name: 'entry', errors: {} };
const blankFields = (currency: FiatCode): Typed => ({ currency, amount: '', accountId: undefined });

type WithdrawalProps = { open: boolean; currency: FiatCode; accounts: readonly PaymentMethod[] };

type LoadedData = { wallet: Wallet; limits: Limits | undefined };

/**
 * Holds a withdrawal and its stage. A withdrawal in progress continues after the dialog closes. Until it ends, the
 * dialog shows it and its wallet, even if another wallet opens the dialog.
 */
export function useWithdrawal({ open, currency, accounts }: WithdrawalProps) {
  const { submit, isRetry, busy } = useMoneyCommand(endpoints.withdraw);
  const { typed, setTyped, begin } = useTypedMoney('withdrawal', blankFields(currency));
  const [stage, setStage] = useState<Stage>(entry);
  const isOpen = useIsOpen(open);

  useOnOpen(open, () => {
    if (busy) return;
    begin();
    setStage(entry);
  });

  const account = accounts.find(({ id }) => id === typed.accountId) ?? defaultMethod(accounts);

  const change = (part: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...part }));
    setStage(entry);
  };

  const withdraw = async ({ wallet, limits }: LoadedData) => {
    const { order, errors } = readWithdrawal(
      { wallet, amount: typed.amount, account },
      { limits, isRetry: (retried) => isRetry(bodyOf(retried)) },
    );
    if (errors) {
      setStage({ name: 'entry', errors });
      for (const problem of Object.values(errors).slice(0, 1)) toast.error(problem);
      return;
    }
    setStage(entry);
    try {
      const transaction = await submit(bodyOf(order));
      if (!transaction) return;
      setStage({ name: 'placed', order, placed: { transaction, at: deviceNow() } });
      if (!isOpen()) toast.success(`${formatAmount(order.amount)} is on its way to ${order.account.label}`);
    } catch (error) {
      const failed = failedStage(error);
      setStage(failed.stage);
      if (!isOpen()) toast.error(failed.sentence);
    }
  };

  return {
    currency: typed.currency,
    amount: typed.amount,
    account,
    stage,
    busy,
    change,
    withdraw,
    edit: () => setStage(entry),
    /** Whether an earlier request for this amount got no response. The money may be withdrawn already. */
    isRetry: (amount: Amount<FiatCode>) => account !== undefined && isRetry(bodyOf({ amount, account })),
  };
}

const bodyOf = ({ amount, account }: WithdrawalOrder) => ({
  amount: toDecimal(amount),
  currency: amount.asset,
  payment_method_id: account.id,
});

/** Says that retrying a withdrawal without a response is safe. */
export const unansweredMessage = () => refusalSentence(undefined, messages);

const messages = { refused: 'Failed to withdraw', unanswered: 'it will not be withdrawn twice' };

/** Puts the server's message at the amount field if it is about the amount. */
function failedStage(error: unknown): { stage: Stage; sentence: string } {
  const sentence = refusalSentence(error, messages);
  const code = error instanceof CallRefused ? error.body?.code : undefined;
  const isAboutAmount = code === 'insufficient_balance' || code === 'limit_exceeded';
  const amount = refusalFields(error)['amount'] ?? (isAboutAmount ? sentence : undefined);
  if (amount !== undefined) return { stage: { name: 'entry', errors: { amount } }, sentence: amount };
  return { stage: { name: 'entry', errors: {}, refusal: sentence }, sentence };
}
