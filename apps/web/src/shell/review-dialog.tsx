import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PaymentMethod } from '@florin/contract';
import { paymentMethodsQuery, securityQuery } from '../api/queries.ts';
import { MethodRow } from '../features/profile/method-row.tsx';
import { RemoveMethodDialog } from '../features/profile/remove-method-dialog.tsx';
import { Passkeys } from '../features/profile/security/passkeys-section.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Lists what waits since the password was reset, each with Keep and Remove. With nothing to ask about there is no dialog. */
export function ReviewDialog({ onClose }: { onClose: () => void }) {
  const security = useQuery(securityQuery);
  const methods = useQuery(paymentMethodsQuery);
  const [leaving, setLeaving] = useState<PaymentMethod>();
  const passkeys = security.data?.passkeys.filter((passkey) => passkey.in_review) ?? [];
  const accounts = methods.data?.filter((method) => method.in_review) ?? [];
  if (passkeys.length + accounts.length === 0) return null;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={passkeys.length > 0 ? 'Keep these passkeys?' : 'Keep these bank accounts?'}
      description="Your password was reset. Keep what is yours, and remove what you do not know. Until then passkeys sign nobody in, and no money can be withdrawn to these accounts."
    >
      <Passkeys passkeys={passkeys} />
      <ul className="ways">
        {accounts.map((method) => (
          <MethodRow key={method.id} method={method} onRemove={() => setLeaving(method)} />
        ))}
      </ul>
      {leaving && <RemoveMethodDialog method={leaving} onClose={() => setLeaving(undefined)} focusAfter={() => null} />}
      <div className="actions">
        <Button onClick={onClose}>Decide later</Button>
      </div>
    </Dialog>
  );
}
