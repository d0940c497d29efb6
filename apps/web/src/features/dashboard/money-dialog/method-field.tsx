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
  /** What the sandbox has for nothing. */
  offer: SandboxOffer;
};

/** The methods there are; in the sandbox also those that can be had for nothing. */
export function MethodField({ label, methods, value, onChange, error, offer }: MethodFieldProps) {
  const [choosing, setChoosing] = useState(false);
  const choose = (id: string) => {
    setChoosing(false);
    onChange(id);
  };
  if (!isLive() && (methods.length === 0 || choosing))
    return <SandboxMethods offer={offer} onAdded={({ id }) => choose(id)} error={error} />;
  return (
    <div className="add-card">
      <PaymentMethodSelect label={label} methods={methods} value={value} onChange={onChange} error={error} />
      {!isLive() && (
        <button type="button" className="link small" onClick={() => setChoosing(true)}>
          {offer.title}
        </button>
      )}
    </div>
  );
}
