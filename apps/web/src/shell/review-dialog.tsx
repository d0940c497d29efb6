import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PaymentMethod } from '@florin/contract';
import { paymentMethodsQuery, securityQuery } from '../api/queries.ts';
import { MethodRow } from '../features/profile/method-row.tsx';
import { RemoveMethodDialog } from '../features/profile/remove-method-dialog.tsx';
import { Passkeys } from '../features/profile/security/passkeys-section.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import styles from '../features/profile/method-row.module.css';

/**
 * Lists the passkeys and bank accounts to review after a password reset, with Keep and Remove. Renders nothing without
 * passkeys and bank accounts to review.
 */
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
      description="Your password was reset. Keep what is yours and remove the rest. Until then, you can’t sign in with these passkeys or withdraw to these accounts."
    >
      <Passkeys passkeys={passkeys} />
      <ul className={styles.list}>
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
