import { endpoints, type sandboxTokens } from '@florin/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CreditCard, Plus, TriangleAlert } from 'lucide-react';
import { api } from '../../api/client.ts';
import { paymentMethodsQuery } from '../../api/queries.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** The payment rail's test cards. */
const sandboxCards: readonly { token: (typeof sandboxTokens)[number]; label: string }[] = [
  { token: 'tok_visa', label: 'Visa •••• 4242' },
  { token: 'tok_mastercard', label: 'Mastercard •••• 4444' },
  { token: 'tok_declined', label: 'Declined card •••• 0002' },
];

type SandboxCardsProps = { onAdded: (methodId: string) => void; error: string | undefined };

export function SandboxCards({ onAdded, error }: SandboxCardsProps) {
  const queryClient = useQueryClient();
  const {
    mutate,
    isPending,
    variables,
    error: refusal,
  } = useMutation({
    mutationFn: (token: string) => api.call(endpoints.addPaymentMethod, { body: { token } }),
    onSuccess: async (method) => {
      await queryClient.invalidateQueries({ queryKey: paymentMethodsQuery.queryKey });
      onAdded(method.id);
    },
  });
  const wrong = refusal ? refusalText(refusal, 'This card could not be added') : error;
  return (
    <fieldset className="field add-card">
      <legend className="label">Add a sandbox card</legend>
      {sandboxCards.map(({ token, label }) => (
        <button key={token} type="button" className="card-choice" disabled={isPending} onClick={() => mutate(token)}>
          <Icon as={CreditCard} />
          {label}
          {isPending && variables === token ? <Spinner size={16} /> : <Icon as={Plus} size={16} />}
        </button>
      ))}
      {wrong && (
        <p className="help err" role="alert">
          <Icon as={TriangleAlert} size={16} />
          {wrong}
        </p>
      )}
    </fieldset>
  );
}
