import { endpoints, type PaymentMethod } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { paymentMethodsQuery } from '../../api/queries.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { toast } from '../../ui/toast.ts';

export function useMakeDefault() {
  const queryClient = useQueryClient();
  return useCommand({
    call: ({ id }: PaymentMethod) =>
      api.call(endpoints.changePaymentMethod, { params: { id }, body: { is_default: true } }),
    onDone: ({ label }) => toast.success(`${label} is now your default`),
    onFailed: (error) => toast.error(refusalText(error, 'Failed to change the default')),
    // After an error, too: the method may have been removed on another device.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: paymentMethodsQuery.queryKey }),
  });
}
