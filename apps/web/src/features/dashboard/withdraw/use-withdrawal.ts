import { CallRefused, endpoints, type Limits, type PaymentMethod, type Wallet } from '@florin/contract';
import { formatAmount, toDecimal, type Amount, type FiatCode } from '@florin/money';
import { useState } from 'react';
import { deviceNow } from '../../../api/server-time.ts';
import { refusalFields } from '../../../api/refusal-text.ts';
import { useMoneyCommand } from '../../../api/use-money-command.ts';
import { toast } from '../../../ui/toast.ts';
import { defaultMethod } from '../../../wallet-ui/payment-method-select.tsx';
import { refusalSentence } from '../money-dialog/refusal-sentence.ts';
import type { Placed } from '../money-dialog/use-followed-transaction.ts';
import { useOpening } from '../money-dialog/use-opening.ts';
import { useTypedMoney } from '../money-dialog/use-typed-money.ts';
import { useShowing } from '../../../ui/use-showing.ts';
import { readWithdrawal, type WithdrawalErrors, type WithdrawalOrder } from './withdrawal.ts';

export type Withdrawal = ReturnType<typeof useWithdrawal>;

type Typed = { readonly currency: FiatCode; readonly amount: string; readonly accountId: string | undefined };

type Stage =
  | { readonly name: 'entry'; readonly errors: WithdrawalErrors; readonly refusal?: string }
  | { readonly name: 'placed'; readonly order: WithdrawalOrder; readonly placed: Placed };

const entry: Stage = { name: 'entry', errors: {} };
const begun = (currency: FiatCode): Typed => ({ currency, amount: '', accountId: undefined });

type WithdrawalProps = { open: boolean; currency: FiatCode; accounts: readonly PaymentMethod[] };

type Known = { wallet: Wallet; limits: Limits | undefined };

/**
 * The withdrawal and how far it is. It outlasts the closing of the dialog: while it is under way, the dialog shows it and
 * its wallet, from whichever wallet it is opened.
 */
export function useWithdrawal({ open, currency, accounts }: WithdrawalProps) {
  const { submit, isRetry, busy } = useMoneyCommand(endpoints.withdraw);
  const { typed, setTyped, begin } = useTypedMoney('withdrawal', begun(currency));
  const [stage, setStage] = useState<Stage>(entry);
  const isShowing = useShowing(open);

  useOpening(open, () => {
    if (busy) return;
    begin();
    setStage(entry);
  });

  const account = accounts.find(({ id }) => id === typed.accountId) ?? defaultMethod(accounts);

  const change = (part: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...part }));
    setStage(entry);
  };

  const withdraw = async ({ wallet, limits }: Known) => {
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
      if (!isShowing()) toast.success(`${formatAmount(order.amount)} is on its way to ${order.account.label}`);
    } catch (error) {
      const refused = refusedStage(error);
      setStage(refused.stage);
      if (!isShowing()) toast.error(refused.sentence);
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
    /** Whether this may have been withdrawn already. */
    isRetry: (amount: Amount<FiatCode>) => account !== undefined && isRetry(bodyOf({ amount, account })),
  };
}

const bodyOf = ({ amount, account }: WithdrawalOrder) => ({
  amount: toDecimal(amount),
  currency: amount.asset,
  payment_method_id: account.id,
});

/** The same again is not another withdrawal, where the answer to the last one was lost. */
export const unansweredWords = () => refusalSentence(undefined, words);

const words = { refused: 'Failed to withdraw', unanswered: 'it will not be withdrawn twice' };

/** Where the server's sentence belongs: at the amount, if it is about that. */
function refusedStage(error: unknown): { stage: Stage; sentence: string } {
  const sentence = refusalSentence(error, words);
  const code = error instanceof CallRefused ? error.body?.code : undefined;
  const isAboutAmount = code === 'insufficient_balance' || code === 'limit_exceeded';
  const amount = refusalFields(error)['amount'] ?? (isAboutAmount ? sentence : undefined);
  if (amount !== undefined) return { stage: { name: 'entry', errors: { amount } }, sentence: amount };
  return { stage: { name: 'entry', errors: {}, refusal: sentence }, sentence };
}
