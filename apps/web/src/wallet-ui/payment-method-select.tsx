import { balanceOf, type PaymentMethod, type Wallet as MemberWallet } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { CreditCard, Landmark, Wallet, type LucideIcon } from 'lucide-react';
import { fromExact } from '../api/exact.ts';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';

type PaymentMethodSelectProps = {
  label?: string;
  methods: readonly PaymentMethod[];
  /** The id of the chosen method. */
  value: string | undefined;
  onChange: (id: string) => void;
  /** The wallets that show their available balance next to the name. */
  wallets?: readonly MemberWallet[];
  error?: string | undefined;
};

export function PaymentMethodSelect({ label = 'Payment method', ...props }: PaymentMethodSelectProps) {
  const { methods, value, onChange, wallets = [], error } = props;
  const chosen = methods.find(({ id }) => id === value);
  return (
    <Field label={label} error={error}>
      <Select
        icon={icons[chosen?.type ?? 'card']}
        value={chosen?.id ?? ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {/* Shown when the selected method was removed elsewhere, so that no other method looks selected. */}
        {!chosen && <option value="">Choose a payment method</option>}
        {methods.map((method) => (
          <option key={method.id} value={method.id}>
            {labelOf(method, wallets)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** The label, with a wallet's available balance or a bank account's currency. */
function labelOf({ id, label, currency }: PaymentMethod, wallets: readonly MemberWallet[]): string {
  const wallet = wallets.find(({ currency }) => currency === balanceOf(id));
  if (wallet) return `${label} · ${formatAmount(fromExact(wallet.currency, wallet.available_exact))}`;
  return currency === undefined ? label : `${label} · ${currency}`;
}

/** Returns the default method, else the first method that covers the amount, else the first method. */
export const defaultMethod = (
  methods: readonly PaymentMethod[],
  covers: (method: PaymentMethod) => boolean = () => true,
): PaymentMethod | undefined => methods.find((method) => method.is_default) ?? methods.find(covers) ?? methods[0];

const icons: Record<PaymentMethod['type'], LucideIcon> = { card: CreditCard, bank: Landmark, balance: Wallet };
