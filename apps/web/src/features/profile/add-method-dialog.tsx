import { useState } from 'react';
import { isLive } from '../../api/page-settings.ts';
import { takesCards } from '../../api/takes-cards.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { BankAccountChoice } from '../../wallet-ui/bank-account/bank-account-choice.tsx';
import { BankAccountForm } from '../../wallet-ui/bank-account/bank-account-form.tsx';
import { SaveCardChoice } from './save-card-choice.tsx';
import { everySandboxMethod, SandboxMethods } from '../../wallet-ui/sandbox-methods.tsx';

/**
 * Adds a payment method. Members enter the number of their bank account. A card's number goes to the payment provider,
 * never to Florin: the sandbox offers test cards, and a live server with a provider opens the provider's page.
 */
export function AddMethodDialog({ onClose }: { onClose: () => void }) {
  const [byNumber, setByNumber] = useState(isLive() && !takesCards());
  if (byNumber)
    return (
      <Dialog open onOpenChange={onClose} title="Add a bank account">
        <BankAccountForm
          onAdded={onClose}
          {...(isLive() && !takesCards()
            ? { cancelLabel: 'Cancel', onCancel: onClose }
            : { cancelLabel: 'Back', onCancel: () => setByNumber(false) })}
        />
      </Dialog>
    );
  return (
    <Dialog open onOpenChange={onClose} title="Add a payment method">
      {isLive() ? (
        <SaveCardChoice />
      ) : (
        <SandboxMethods
          offer={everySandboxMethod}
          onAdded={({ label }) => {
            toast.success(`${label} added`);
            onClose();
          }}
        />
      )}
      <BankAccountChoice
        legend={isLive() ? 'Or a bank account, by its number' : 'Or your own, by its number'}
        onChoose={() => setByNumber(true)}
      />
      <div className="actions">
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}
