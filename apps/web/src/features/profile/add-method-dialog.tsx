import { Info } from 'lucide-react';
import { isLive } from '../../api/page-settings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { everySandboxMethod, SandboxMethods } from '../../wallet-ui/sandbox-methods.tsx';

/** Adds a payment method. The payment provider takes the card number, never Florin. The sandbox offers test methods. */
export function AddMethodDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title="Add a payment method">
      {isLive() ? (
        <Notice icon={Info}>This server has no deposit method yet.</Notice>
      ) : (
        <SandboxMethods
          offer={everySandboxMethod}
          onAdded={({ label }) => {
            toast.success(`${label} added`);
            onClose();
          }}
        />
      )}
      <div className="actions">
        <Button onClick={onClose}>{isLive() ? 'Close' : 'Cancel'}</Button>
      </div>
    </Dialog>
  );
}
