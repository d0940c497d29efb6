import { endpoints, type PaymentMethod, type sandboxTokens } from '@florin/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CreditCard, Landmark, Plus, TriangleAlert } from 'lucide-react';
import { api } from '../api/client.ts';
import { paymentMethodsQuery } from '../api/queries.ts';
import { refusalText } from '../api/refusal-text.ts';
import { Icon } from '../ui/icon.tsx';
import { Spinner } from '../ui/spinner.tsx';
import styles from './sandbox-methods.module.css';

type Token = (typeof sandboxTokens)[number];

export type SandboxOffer = { readonly title: string; readonly tokens: readonly Token[] };

/** All test methods of the sandbox's payment rail. */
export const everySandboxMethod: SandboxOffer = {
  title: 'Add a sandbox card or bank account',
  tokens: ['tok_visa', 'tok_mastercard', 'tok_declined', 'tok_bank'],
};

/** The labels of the payment rail's test tokens. */
const labels: Record<Token, string> = {
  tok_visa: 'Visa •••• 4242',
  tok_mastercard: 'Mastercard •••• 4444',
  tok_declined: 'Declined card •••• 0002',
  tok_bank: 'Sandbox Bank •••• 6789',
};

type SandboxMethodsProps = {
  offer: SandboxOffer;
  onAdded: (method: PaymentMethod) => void;
  error?: string | undefined;
};

export function SandboxMethods({ offer, onAdded, error }: SandboxMethodsProps) {
  const queryClient = useQueryClient();
  const {
    mutate,
    isPending,
    variables,
    error: refusal,
  } = useMutation({
    mutationFn: (token: Token) => api.call(endpoints.addPaymentMethod, { body: { token } }),
    onSuccess: async (method) => {
      await queryClient.invalidateQueries({ queryKey: paymentMethodsQuery.queryKey });
      onAdded(method);
    },
  });
  const wrong = refusal ? refusalText(refusal, 'Could not add it. Try again.') : error;
  return (
    <fieldset className="field add-card">
      <legend className="label">{offer.title}</legend>
      {offer.tokens.map((token) => (
        <button
          key={token}
          type="button"
          className={styles.cardChoice}
          disabled={isPending}
          onClick={() => mutate(token)}
        >
          <Icon as={token === 'tok_bank' ? Landmark : CreditCard} />
          {labels[token]}
          {isPending && variables === token ? <Spinner size={16} /> : <Icon as={Plus} size={16} />}
        </button>
      ))}
      {wrong && (
        <p className="help error" role="alert">
          <Icon as={TriangleAlert} size={16} />
          {wrong}
        </p>
      )}
    </fieldset>
  );
}
