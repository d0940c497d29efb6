import { CallRefused, type endpoints, type PaymentMethod } from '@florin/contract';
import { formatAmount, toDecimal, type FiatCode } from '@florin/money';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { refusalFields, refusalText } from '../../api/refusal-text.ts';
import type { MoneyCommand } from '../../api/use-money-command.ts';
import { defaultMethod } from '../../wallet-ui/payment-method-select.tsx';
import { readDeposit, type DepositErrors, type DepositFields } from './deposit.ts';

export type AddFundsCommand = MoneyCommand<typeof endpoints.addFunds>;

type DepositFormProps = {
  currency: FiatCode;
  cards: readonly PaymentMethod[];
  command: AddFundsCommand;
  onClose: () => void;
};

/** The form's fields, what is wrong with them, and the deposit itself. */
export function useDepositForm({ currency, cards, command, onClose }: DepositFormProps) {
  const [fields, setFields] = useState<DepositFields>({
    currency,
    amount: '',
    methodId: defaultMethod(cards)?.id,
  });
  const [errors, setErrors] = useState<DepositErrors>({});
  const [refusal, setRefusal] = useState<string>();
  const amountInput = useRef<HTMLInputElement>(null);

  useEffect(() => amountInput.current?.focus(), []);

  const change = (part: Partial<DepositFields>) => {
    setFields((before) => ({ ...before, ...part }));
    setErrors({});
    setRefusal(undefined);
  };

  const showErrors = (found: DepositErrors) => {
    setErrors(found);
    if (found.amount) amountInput.current?.focus();
  };

  const submit = async () => {
    setRefusal(undefined);
    const deposit = readDeposit(fields);
    if (deposit.errors) {
      showErrors(deposit.errors);
      toast.error(Object.values(deposit.errors)[0]);
      return;
    }
    const { amount, methodId } = deposit;
    try {
      const body = { amount: toDecimal(amount), currency: amount.asset, payment_method_id: methodId };
      if (!(await command.submit(body))) return;
    } catch (error) {
      const { amount: sentence } = refusalFields(error);
      if (sentence) return showErrors({ amount: sentence });
      return setRefusal(refusalOf(error));
    }
    toast.success(`Added ${formatAmount(amount)} to your ${amount.asset} wallet`);
    onClose();
  };

  return { fields, errors, refusal, amountInput, change, submit };
}

const refusalOf = (error: unknown): string =>
  error instanceof CallRefused
    ? refusalText(error, 'Failed to add funds')
    : 'The server did not answer. Try again: you will not be charged twice.';
