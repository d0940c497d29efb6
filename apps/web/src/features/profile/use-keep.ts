import { endpoints, type Passkey, type PaymentMethod } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { paymentMethodsQuery, securityQuery } from '../../api/queries.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { toast } from '../../ui/toast.ts';

/** Keeps a bank account after a password reset. The member can then withdraw to it again. */
export function useKeepMethod() {
  const queryClient = useQueryClient();
  return useCommand({
    call: ({ id }: PaymentMethod) => api.call(endpoints.keepPaymentMethod, { params: { id } }),
    onDone: ({ label }) => toast.success(`${label} kept`),
    onFailed: (error) => toast.error(refusalText(error, 'Failed to keep the bank account')),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: paymentMethodsQuery.queryKey }),
  });
}

/** Keeps a passkey after a password reset. The member can then sign in with it again. */
export function useKeepPasskey() {
  const queryClient = useQueryClient();
  return useCommand({
    call: ({ id }: Passkey) => api.call(endpoints.keepPasskey, { params: { id } }),
    onDone: () => toast.success('Passkey kept'),
    onFailed: (error) => toast.error(refusalText(error, 'Failed to keep the passkey')),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: securityQuery.queryKey }),
  });
}
