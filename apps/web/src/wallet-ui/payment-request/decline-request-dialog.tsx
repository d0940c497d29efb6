import { endpoints, type PaymentRequest } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { api } from '../../api/client.ts';
import { ConfirmRequestDialog } from './confirm-request-dialog.tsx';
import { firstNameOf, sumOfRequest } from './request-words.ts';

type DeclineRequestDialogProps = { request: PaymentRequest; open: boolean; onClose: () => void };

export function DeclineRequestDialog({ request, open, onClose }: DeclineRequestDialogProps) {
  const name = firstNameOf(request.requester);
  return (
    <ConfirmRequestDialog
      open={open}
      onClose={onClose}
      title={`Decline ${formatAmount(sumOfRequest(request).amount)}?`}
      description={`We’ll notify ${name} without a reason.`}
      action={{
        label: 'Decline',
        leave: 'Not now',
        call: () => api.call(endpoints.declineRequest, { params: { id: request.id } }),
        done: `You declined ${name}’s request`,
      }}
    />
  );
}
