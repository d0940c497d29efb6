import { endpoints, type PaymentMethod } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { api } from '../../api/client.ts';
import { paymentMethodsQuery } from '../../api/queries.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';

type RemoveMethodDialogProps = {
  method: PaymentMethod;
  onClose: () => void;
  /** Returns the element to focus after removal, because the button that opened the dialog is gone. */
  focusAfter: () => HTMLElement | null;
};

export function RemoveMethodDialog({ method, onClose, focusAfter }: RemoveMethodDialogProps) {
  const queryClient = useQueryClient();
  const removed = useRef(false);
  const { queryKey } = paymentMethodsQuery;
  const { run, busy, error } = useCommand({
    call: () => api.call(endpoints.removePaymentMethod, { params: { id: method.id } }),
    onDone: () => {
      removed.current = true;
      queryClient.setQueryData(queryKey, (methods) => methods?.filter(({ id }) => id !== method.id));
      toast.success(`${method.label} removed`);
      onClose();
    },
    // The server may have chosen a new default.
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      returnFocusTo={() => (removed.current ? focusAfter() : null)}
      title={`Remove ${method.label}?`}
      description="The method stays in your history. Pending payments continue."
    >
      {error && (
        <Notice icon={TriangleAlert} tone="bad">
          {refusalText(error, 'Failed to remove the method. Try again.')}
        </Notice>
      )}
      <div className="actions">
        <Button variant="danger" busy={busy} onClick={() => run(undefined)}>
          {busy ? 'Removing...' : 'Remove'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}
