import type { PaymentMethod } from '@florin/contract';
import { useState } from 'react';
import { isLive } from '../../../api/page-settings.ts';
import { PaymentMethodSelect } from '../../../wallet-ui/payment-method-select.tsx';
import { SandboxMethods, type SandboxOffer } from '../../../wallet-ui/sandbox-methods.tsx';

type MethodFieldProps = {
  label: string;
  methods: readonly PaymentMethod[];
  value: string | undefined;
  onChange: (id: string) => void;
  error: string | undefined;
  /** Test payment methods that the sandbox offers. */
  offer: SandboxOffer;
};

/** Selects a payment method. In the sandbox, a link also adds test methods. */
export function MethodField({ label, methods, value, onChange, error, offer }: MethodFieldProps) {
  const [isAdding, setIsAdding] = useState(false);
  const choose = (id: string) => {
    setIsAdding(false);
    onChange(id);
  };
  if (!isLive() && (methods.length === 0 || isAdding))
    return <SandboxMethods offer={offer} onAdded={({ id }) => choose(id)} error={error} />;
  return (
    <div className="add-card">
      <PaymentMethodSelect label={label} methods={methods} value={value} onChange={onChange} error={error} />
      {!isLive() && (
        <button type="button" className="link small" onClick={() => setIsAdding(true)}>
          {offer.title}
        </button>
      )}
    </div>
  );
}
