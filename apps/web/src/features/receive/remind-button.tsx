import { endpoints, type PaymentRequest } from '@florin/contract';
import { api } from '../../api/client.ts';
import { troubleText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { toast } from '../../ui/toast.ts';
import { partyName } from '../../wallet-ui/payment-request/request-words.ts';
import { useRefreshRequests } from '../../wallet-ui/payment-request/use-request-change.ts';

/** Reminds the recipient. Disabled if `reasonId` names the element with the reason. */
export function RemindButton({ request, reasonId }: { request: PaymentRequest; reasonId?: string }) {
  const refresh = useRefreshRequests();
  const { recipient } = request;
  const { run, busy } = useCommand<void, PaymentRequest>({
    call: () => api.call(endpoints.remindOfRequest, { params: { id: request.id } }),
    onDone: () => toast.success(recipient ? `Reminded ${partyName(recipient)}` : 'Reminded'),
    onFailed: (error) => toast.error(troubleText(error)),
    onSettled: refresh,
  });
  const isDisabled = reasonId !== undefined;
  return (
    <button
      type="button"
      className="link small"
      aria-disabled={isDisabled || undefined}
      aria-describedby={reasonId}
      disabled={busy}
      onClick={() => !isDisabled && run()}
    >
      Remind
    </button>
  );
}
