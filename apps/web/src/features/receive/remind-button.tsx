import { endpoints, type PaymentRequest } from '@florin/contract';
import { api } from '../../api/client.ts';
import { troubleText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { toast } from '../../ui/toast.ts';
import { firstNameOf } from '../../wallet-ui/payment-request/request-words.ts';
import { useRefreshRequests } from '../../wallet-ui/payment-request/use-request-change.ts';

/** With a `reasonId` it is not allowed, and what has that id says why. */
export function RemindButton({ request, reasonId }: { request: PaymentRequest; reasonId?: string }) {
  const refresh = useRefreshRequests();
  const { recipient } = request;
  const { run, busy } = useCommand<void, PaymentRequest>({
    call: () => api.call(endpoints.remindOfRequest, { params: { id: request.id } }),
    onDone: () => toast.success(recipient ? `Reminded ${firstNameOf(recipient)}` : 'Reminded'),
    onFailed: (error) => toast.error(troubleText(error)),
    onSettled: refresh,
  });
  const isRefused = reasonId !== undefined;
  return (
    <button
      type="button"
      className="link small"
      aria-disabled={isRefused || undefined}
      aria-describedby={reasonId}
      disabled={busy}
      onClick={() => !isRefused && run()}
    >
      Remind
    </button>
  );
}
