import { endpoints, type BankAccountDetails, type PaymentMethod } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { paymentMethodsQuery } from '../../api/queries.ts';
import { isUnanswered } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { useIsOpen } from '../../ui/use-is-open.ts';

type Callbacks = {
  /** Called while the form is shown. */
  onAdded: (method: PaymentMethod) => void;
  onFailed: (error: Error) => void;
};

/** Adds a bank account. After a lost answer, a retry first looks for the account, so the account is not added twice. */
export function useAddBankAccount({ onAdded, onFailed }: Callbacks) {
  const queryClient = useQueryClient();
  const isShown = useIsOpen(true);
  /** The methods before a request without an answer. */
  const methodsBefore = useRef<readonly PaymentMethod[]>(undefined);
  const { queryKey } = paymentMethodsQuery;

  const add = async (details: BankAccountDetails) => {
    if (methodsBefore.current) {
      const now = await queryClient.fetchQuery({ ...paymentMethodsQuery, staleTime: 0 });
      const added = newAccount(details, methodsBefore.current, now);
      if (added) return added;
    }
    const before = methodsBefore.current ?? queryClient.getQueryData(queryKey);
    try {
      return await api.call(endpoints.addBankAccount, { body: details });
    } catch (error) {
      methodsBefore.current = isUnanswered(error) ? before : undefined;
      throw error;
    }
  };

  return useCommand({
    call: add,
    onDone: (method) => {
      queryClient.setQueryData(queryKey, (methods) => methods && withAdded(methods, method));
      if (isShown()) onAdded(method);
    },
    onFailed,
    onSettled: () => invalidate(queryClient, { queryKey }),
  });
}

/** Returns the account if it is new among the methods. */
function newAccount(
  details: BankAccountDetails,
  before: readonly PaymentMethod[],
  now: readonly PaymentMethod[],
): PaymentMethod | undefined {
  const lastFour = ('iban' in details ? details.iban : details.account_number).slice(-4);
  return now.find(
    ({ id, currency, account_number: number }) =>
      currency === details.currency && number?.endsWith(lastFour) && !before.some((one) => one.id === id),
  );
}

/** The balances stay last. */
function withAdded(methods: readonly PaymentMethod[], added: PaymentMethod): PaymentMethod[] {
  const others = methods.filter(({ id }) => id !== added.id);
  const isBalance = ({ type }: PaymentMethod) => type === 'balance';
  return [...others.filter((method) => !isBalance(method)), added, ...others.filter(isBalance)];
}
