import { endpoints, type Limits, type PaymentMethod, type Wallet } from '@florin/contract';
import { formatAmount, toDecimal, type Amount, type FiatCode } from '@florin/money';
import { useState } from 'react';
import { deviceNow } from '../../../api/server-time.ts';
import { useMoneyCommand } from '../../../api/use-money-command.ts';
import { toast } from '../../../ui/toast.ts';
import { defaultMethod } from '../../../wallet-ui/payment-method-select.tsx';
import { useMoneyForm, type Problem } from '../../../wallet-ui/use-money-form.ts';
import { waitsForApproval } from '../../../wallet-ui/waits-for-approval.ts';
import { dialogProblem, refusalSentence } from '../money-dialog/dialog-problem.ts';
import type { Placed } from '../money-dialog/use-polled-transaction.ts';
import { useOnOpen } from '../money-dialog/use-on-open.ts';
import { useTypedMoney } from '../money-dialog/use-typed-money.ts';
import { useIsOpen } from '../../../ui/use-is-open.ts';
import { readWithdrawal, takesCurrency, type WithdrawalErrors, type WithdrawalOrder } from './withdrawal.ts';

export type Withdrawal = ReturnType<typeof useWithdrawal>;

type Typed = { readonly currency: FiatCode; readonly amount: string; readonly accountId: string | undefined };

type Stage =
  | { readonly name: 'entry' }
  | { readonly name: 'placed'; readonly order: WithdrawalOrder; readonly placed: Placed };

const entry: Stage = { name: 'entry' };
const blankFields = (currency: FiatCode): Typed => ({ currency, amount: '', accountId: undefined });

type WithdrawalProps = { open: boolean; currency: FiatCode; accounts: readonly PaymentMethod[] };

type LoadedData = { wallet: Wallet; limits: Limits | undefined };

/**
 * Holds a withdrawal and its stage. A withdrawal in progress continues after the dialog closes. Until the withdrawal
 * ends, the dialog shows this withdrawal and its wallet, even if another wallet opens the dialog.
 */
export function useWithdrawal({ open, currency, accounts }: WithdrawalProps) {
  const command = useMoneyCommand(endpoints.withdraw);
  const { isRetry, busy } = command;
  const { typed, setTyped, begin } = useTypedMoney('withdrawal', blankFields(currency));
  const [stage, setStage] = useState<Stage>(entry);
  const isOpen = useIsOpen(open);
  const { errors, refusal, refuse, clear, send } = useMoneyForm(command, { problemOf, isOpen });

  const edit = () => {
    clear();
    setStage(entry);
  };

  useOnOpen(open, () => {
    if (busy) return;
    begin();
    edit();
  });

  const usable = accounts.filter((each) => takesCurrency(each, typed.currency));
  const account = usable.find(({ id }) => id === typed.accountId) ?? defaultMethod(usable);

  const change = (part: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...part }));
    edit();
  };

  const withdraw = async ({ wallet, limits }: LoadedData) => {
    const { order, errors: invalid } = readWithdrawal(
      { wallet, amount: typed.amount, account },
      { limits, isRetry: (retried) => isRetry(bodyOf(retried)) },
    );
    if (!order) return refuse(invalid, Object.values(invalid)[0] ?? '');
    clear();
    const transaction = await send([bodyOf(order)]);
    if (!transaction) return;
    setStage({ name: 'placed', order, placed: { transaction, at: deviceNow() } });
    if (isOpen()) return;
    const sum = formatAmount(order.amount);
    if (waitsForApproval(transaction)) toast.info(`${sum} to ${order.account.label} waits for approval`);
    else toast.success(`${sum} is on its way to ${order.account.label}`);
  };

  return {
    currency: typed.currency,
    amount: typed.amount,
    /** The bank accounts that accept the wallet's currency. */
    accounts: usable,
    /** Whether the member has other bank accounts. */
    hasOthers: usable.length < accounts.length,
    account,
    stage,
    errors,
    refusal,
    busy,
    change,
    withdraw,
    edit,
    /** Whether an earlier request for this amount got no response. The money may be withdrawn already. */
    isRetry: (amount: Amount<FiatCode>) => account !== undefined && isRetry(bodyOf({ amount, account })),
  };
}

const bodyOf = ({ amount, account }: WithdrawalOrder) => ({
  amount: toDecimal(amount),
  currency: amount.asset,
  payment_method_id: account.id,
});

/** Returns the message that a retry of a withdrawal without a response is safe. */
export const unansweredMessage = () => refusalSentence(undefined, messages);

const messages = { refused: 'Failed to withdraw', unanswered: 'it will not be withdrawn twice' };

const problemOf = (error: unknown): Problem<WithdrawalErrors> =>
  dialogProblem(error, messages, ['insufficient_balance', 'limit_exceeded']);
