import type { Contact } from '@florin/contract';
import { TriangleAlert } from 'lucide-react';
import { refusalText } from '../../api/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useRemoval } from './use-contact-change.ts';

type RemoveContactDialogProps = {
  contact: Contact;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
};

export function RemoveContactDialog({ contact, onClose, returnFocusTo }: RemoveContactDialogProps) {
  const { mutate, isPending, error } = useRemoval(contact, { onDone: onClose });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      returnFocusTo={returnFocusTo}
      title={`Remove ${contact.name}?`}
      description={`Your history stays unchanged. Your next payment to ${contact.email} adds the contact again.`}
    >
      {error && (
        <Notice icon={TriangleAlert} tone="bad">
          {refusalText(error, 'Failed to remove the contact')}
        </Notice>
      )}
      <div className="actions">
        <Button variant="danger" busy={isPending} onClick={() => mutate()}>
          {isPending ? 'Removing...' : 'Remove'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}
