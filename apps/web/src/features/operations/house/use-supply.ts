import { endpoints } from '@florin/contract';
import { parseTyped, toDecimal, type Amount } from '@florin/money';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isUnanswered, refusalFields, refusalText } from '../../../api/refusal-text.ts';
import { useMoneyCommand } from '../../../api/use-money-command.ts';
import { toast } from '../../../ui/toast.ts';
import { amountProblemText } from '../../../wallet-ui/amount-problem.ts';
import { decimalSeparator } from '../../../wallet-ui/typed-amount.ts';
import { operationsKey } from '../operations-queries.ts';
import { reasonMissing } from '../reason-field.tsx';
import { plainCoins } from './plain-coins.ts';

export type Supply = ReturnType<typeof useSupply>;

type Wrong = { readonly error?: string; readonly reason?: string; readonly refusal?: string };

type Shown = { isShowing: () => boolean; onDone: () => void };

/**
 * What is typed and how far it is. One without an answer outlasts the closing of the dialog; what becomes of it is said
 * then in a toast.
 */
export function useSupply(symbol: string, { isShowing, onDone }: Shown) {
  const queryClient = useQueryClient();
  const { submit, isRetry, busy } = useMoneyCommand(endpoints.supplyCoins, { params: { symbol } });
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<Wrong>({});
  const done = useRef(false);
  const { amount, problem } = parseTyped(symbol, typed, decimalSeparator());

  const type = (text: string) => {
    done.current = false;
    setTyped(text);
    setWrong({});
  };

  const start = async () => {
    if (typed.trim() === '') return setWrong({ error: 'Please enter an amount' });
    if (!amount) return setWrong({ error: amountProblemText(symbol, problem) });
    if (reason.trim() === '') return setWrong({ reason: reasonMissing });
    setWrong({});
    try {
      if (!(await submit(bodyOf(amount, reason)))) return;
      toast.success(`${plainCoins(amount)} ${symbol}: proposed. A second operator has to approve`);
      setTyped('');
      setReason('');
      done.current = true;
      if (isShowing()) onDone(); // else there may be the dialog of another coin by now
    } catch (error) {
      const found = wrongAfter(error);
      setWrong(found);
      if (!isShowing()) toast.error(found.error ?? found.refusal ?? unanswered);
    }
    void queryClient.invalidateQueries({ queryKey: operationsKey });
  };

  // The same again is not another supply, where the answer to the last one was lost.
  const isInDoubt = !busy && amount !== undefined && isRetry(bodyOf(amount, reason));
  const refusal = wrong.refusal ?? (isInDoubt ? unanswered : undefined);
  return {
    typed,
    type,
    reason,
    explain: (text: string) => {
      setReason(text);
      setWrong({});
    },
    submit: start,
    error: wrong.error,
    reasonError: wrong.reason,
    refusal,
    busy,
    isDone: () => done.current,
  };
}

const bodyOf = (amount: Amount, reason: string) => ({ amount: toDecimal(amount), reason: reason.trim() });

const unanswered = 'The server did not answer. Try again: it will not be proposed twice.';

function wrongAfter(error: unknown): Wrong {
  const { amount } = refusalFields(error);
  if (amount !== undefined) return { error: amount };
  return { refusal: isUnanswered(error) ? unanswered : refusalText(error, 'Failed to propose the supply') };
}
