import { endpoints } from '@florin/contract';
import { toDecimal, type Amount, type FiatCode } from '@florin/money';
import { useState } from 'react';
import { deviceNow } from '../../../api/server-time.ts';
import { useMoneyCommand } from '../../../api/use-money-command.ts';
import { toast } from '../../../ui/toast.ts';
import { useIsOpen } from '../../../ui/use-is-open.ts';
import { useMoneyForm, type Problem } from '../../../wallet-ui/use-money-form.ts';
import { dialogProblem, refusalSentence } from '../money-dialog/dialog-problem.ts';
import { useOnOpen } from '../money-dialog/use-on-open.ts';
import type { Placed } from '../money-dialog/use-polled-transaction.ts';
import { useTypedMoney } from '../money-dialog/use-typed-money.ts';
import { depositMessage, readDepositAmount } from './deposit.ts';

export type SimulatedTransfer = ReturnType<typeof useSimulatedTransfer>;

/** A transfer that the server has answered. */
type Arrived = { readonly amount: Amount<FiatCode>; readonly placed: Placed };
type Typed = { readonly currency: FiatCode; readonly amount: string };

type SimulatedTransferProps = {
  open: boolean;
  /** The wallet that opened the dialog. */
  wallet: FiatCode;
  /** The currency of the transfer. */
  currency: FiatCode;
};

/** Holds a simulated transfer to the sandbox's bank. The transfer continues after the dialog closes. */
export function useSimulatedTransfer({ open, wallet, currency }: SimulatedTransferProps) {
  const command = useMoneyCommand(endpoints.simulateBankTransfer);
  const { isRetry, busy } = command;
  const {
    typed,
    setTyped,
    begin: beginTyping,
  } = useTypedMoney<Typed>('bank-transfer', { currency: wallet, amount: '' });
  const [arrived, setArrived] = useState<Arrived>();
  /** Whether the form replaces an outcome with a focused button. */
  const [isRepeated, setIsRepeated] = useState(false);
  const isOpen = useIsOpen(open);
  const { errors, refusal, refuse, clear, send } = useMoneyForm(command, { problemOf, isOpen });

  const edit = () => {
    clear();
    setArrived(undefined);
    setIsRepeated(true);
  };
  const begin = () => {
    beginTyping();
    edit();
  };
  useOnOpen(open, () => {
    if (busy) return;
    begin();
    setIsRepeated(false);
  });

  const read = readDepositAmount(currency, typed.amount);
  // The last transfer got no response: submitting the same amount retries it and does not start another.
  const unanswered =
    read.amount && !busy && isRetry(bodyOf(read.amount)) ? refusalSentence(undefined, messages) : undefined;

  const change = (amount: string) => {
    setTyped((before) => ({ ...before, amount }));
    clear();
  };

  const simulate = async () => {
    const { amount, problem } = read;
    if (!amount) return refuse({ amount: problem }, problem);
    clear();
    const transaction = await send([bodyOf(amount)]);
    if (!transaction) return;
    setArrived({ amount, placed: { transaction, at: deviceNow() } });
    if (!isOpen()) toast.success(depositMessage(transaction, amount));
  };

  return {
    currency,
    typed: typed.amount,
    arrived,
    isRepeated,
    errors,
    refusal: refusal ?? unanswered,
    busy,
    change,
    simulate,
    begin,
    edit,
  };
}

const bodyOf = (amount: Amount<FiatCode>) => ({ amount: toDecimal(amount), currency: amount.asset });

const messages = { refused: 'Failed to simulate the transfer', unanswered: 'the money will not be added twice' };

const problemOf = (error: unknown): Problem<{ readonly amount?: string }> => dialogProblem(error, messages);
