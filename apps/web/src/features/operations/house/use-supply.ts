import { endpoints } from '@florin/contract';
import { toDecimal, type Amount } from '@florin/money';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isUnanswered, refusalFields, refusalText } from '../../../api/refusal-text.ts';
import { useMoneyCommand } from '../../../api/use-money-command.ts';
import { toast } from '../../../ui/toast.ts';
import { readAmount } from '../../../wallet-ui/typed-amount.ts';
import { operationsKey } from '../operations-queries.ts';
import { reasonMissing } from '../reason-field.tsx';
import { plainCoins } from './plain-coins.ts';

export type Supply = ReturnType<typeof useSupply>;

type Errors = { readonly error?: string; readonly reason?: string; readonly refusal?: string };

type Shown = { isOpen: () => boolean; onDone: () => void };

/**
 * The form state of a supply. A request continues after the dialog closes; a toast then shows a failure. A retry after
 * a lost answer uses the same idempotency key.
 */
export function useSupply(symbol: string, { isOpen, onDone }: Shown) {
  const queryClient = useQueryClient();
  const { submit, isRetry, busy } = useMoneyCommand(endpoints.supplyCoins, { params: { symbol } });
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const done = useRef(false);
  const { amount, problem } = readAmount(symbol, typed);

  const type = (text: string) => {
    done.current = false;
    setTyped(text);
    setErrors({});
  };

  const start = async () => {
    if (!amount) return setErrors({ error: problem });
    if (reason.trim() === '') return setErrors({ reason: reasonMissing });
    setErrors({});
    try {
      if (!(await submit(bodyOf(amount, reason)))) return;
      toast.success(`${plainCoins(amount)} ${symbol} proposed. A second operator must approve`);
      setTyped('');
      setReason('');
      done.current = true;
      if (isOpen()) onDone(); // Otherwise the dialog of another coin may be open.
    } catch (error) {
      const found = errorsOf(error);
      setErrors(found);
      if (!isOpen()) toast.error(found.error ?? found.refusal ?? unanswered);
    }
    void queryClient.invalidateQueries({ queryKey: operationsKey });
  };

  // After a lost answer, the same input retries the supply and makes no second supply.
  const isUnconfirmed = !busy && amount !== undefined && isRetry(bodyOf(amount, reason));
  const refusal = errors.refusal ?? (isUnconfirmed ? unanswered : undefined);
  return {
    typed,
    type,
    reason,
    explain: (text: string) => {
      setReason(text);
      setErrors({});
    },
    submit: start,
    error: errors.error,
    reasonError: errors.reason,
    refusal,
    busy,
    isDone: () => done.current,
  };
}

const bodyOf = (amount: Amount, reason: string) => ({ amount: toDecimal(amount), reason: reason.trim() });

const unanswered = 'The server did not answer. You can safely try again.';

function errorsOf(error: unknown): Errors {
  const { amount } = refusalFields(error);
  if (amount !== undefined) return { error: amount };
  return { refusal: isUnanswered(error) ? unanswered : refusalText(error, 'Failed to propose the supply') };
}
