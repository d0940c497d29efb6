import type { FiatCode } from '@florin/money';
import { Wallet } from 'lucide-react';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { currencyName } from '../../wallet-ui/currency-name.ts';
import { useTradeWallets } from '../../wallet-ui/trade-wallets.ts';

type PayoutFieldProps = { value: FiatCode; onChange: (currency: FiatCode) => void };

/** Selects the wallet that gets the proceeds. Hidden if only the USD wallet can. */
export function PayoutField({ value, onChange }: PayoutFieldProps) {
  const wallets = useTradeWallets();
  if (wallets.length < 2) return null;
  return (
    <Field label="Paid into">
      <Select
        icon={Wallet}
        value={value}
        onChange={(event) => {
          const chosen = wallets.find(({ currency }) => currency === event.currentTarget.value);
          if (chosen) onChange(chosen.currency);
        }}
      >
        {wallets.map(({ currency }) => (
          <option key={currency} value={currency}>
            {currencyName[currency]} wallet
          </option>
        ))}
      </Select>
    </Field>
  );
}
