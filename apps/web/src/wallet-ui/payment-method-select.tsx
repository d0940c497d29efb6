import type { PaymentMethod } from '@florin/contract';
import { formatAmount, type Amount } from '@florin/money';
import { CreditCard, Landmark, Wallet, type LucideIcon } from 'lucide-react';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';

type PaymentMethodSelectProps = {
  label?: string;
  methods: readonly PaymentMethod[];
  /** The id of the chosen method. */
  value: string | undefined;
  onChange: (id: string) => void;
  /** What can be spent of the USD wallet, said beside its name. */
  balance?: Amount<'USD'> | undefined;
  error?: string | undefined;
};

export function PaymentMethodSelect({ label = 'Payment method', ...props }: PaymentMethodSelectProps) {
  const { methods, value, onChange, balance, error } = props;
  const chosen = methods.find(({ id }) => id === value);
  return (
    <Field label={label} error={error}>
      <Select
        icon={icons[chosen?.type ?? 'card']}
        value={chosen?.id ?? ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {/* It was removed elsewhere: in its place nothing looks chosen that is not. */}
        {!chosen && <option value="">Choose a payment method</option>}
        {methods.map((method) => (
          <option key={method.id} value={method.id}>
            {method.type === 'balance' && balance ? `${method.label} · ${formatAmount(balance)}` : method.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** The one marked as default, else the first that covers the amount, else the first. */
export const defaultMethod = (
  methods: readonly PaymentMethod[],
  covers: (method: PaymentMethod) => boolean = () => true,
): PaymentMethod | undefined => methods.find((method) => method.is_default) ?? methods.find(covers) ?? methods[0];

const icons: Record<PaymentMethod['type'], LucideIcon> = { card: CreditCard, bank: Landmark, balance: Wallet };
