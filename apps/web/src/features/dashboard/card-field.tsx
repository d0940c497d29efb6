import type { PaymentMethod } from '@florin/contract';
import { useState } from 'react';
import { isLive } from '../../api/page-settings.ts';
import { PaymentMethodSelect } from '../../wallet-ui/payment-method-select.tsx';
import { SandboxCards } from './sandbox-cards.tsx';

type CardFieldProps = {
  cards: readonly PaymentMethod[];
  value: string | undefined;
  onChange: (id: string) => void;
  error: string | undefined;
};

/** The cards there are; in the sandbox also those that can be had for nothing. */
export function CardField({ cards, value, onChange, error }: CardFieldProps) {
  const [choosing, setChoosing] = useState(false);
  const choose = (id: string) => {
    setChoosing(false);
    onChange(id);
  };
  if (cards.length === 0 || choosing) return <SandboxCards onAdded={choose} error={error} />;
  return (
    <div className="add-card">
      <PaymentMethodSelect methods={cards} value={value} onChange={onChange} error={error} />
      {!isLive() && (
        <button type="button" className="link small" onClick={() => setChoosing(true)}>
          Add a sandbox card
        </button>
      )}
    </div>
  );
}
