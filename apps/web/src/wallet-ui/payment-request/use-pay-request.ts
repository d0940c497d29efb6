import { endpoints, type PaymentRequest } from '@florin/contract';
import { toDecimal } from '@florin/money';
import { useQueryClient } from '@tanstack/react-query';
import { contactsQuery } from '../../api/queries.ts';
import { isUnanswered, refusalText } from '../../api/refusal-text.ts';
import { useMoneyCommand } from '../../api/use-money-command.ts';
import { toast } from '../../ui/toast.ts';
import { useReceiptAction } from '../use-receipt-action.ts';
import { waitsForApproval } from '../waits-for-approval.ts';
import { sumOfRequest } from './request-words.ts';
import { isNoLongerOpen, toastNoLongerOpen, useRefreshRequests } from './use-request-change.ts';

type Callbacks = {
  /** The request is paid or can no longer be paid. */
  onEnded: () => void;
  /** The payment failed and can be retried. */
  onRefused: (sentence: string) => void;
};

export function usePayRequest(request: PaymentRequest, { onEnded, onRefused }: Callbacks) {
  const queryClient = useQueryClient();
  const refresh = useRefreshRequests();
  const receiptOf = useReceiptAction();
  const { submit, isRetry, isInDoubt, busy } = useMoneyCommand(endpoints.payRequest, { params: { id: request.id } });

  const pay = async () => {
    let paid;
    try {
      paid = await submit();
      if (!paid) return;
    } catch (error) {
      if (!isNoLongerOpen(error)) return onRefused(refusalOf(error));
      toastNoLongerOpen(error);
      refresh();
      return onEnded();
    }
    const [sum, to] = [`${request.currency} ${toDecimal(sumOfRequest(request).amount)}`, request.requester.email];
    if (waitsForApproval(paid)) toast.info(`${sum} to ${to} waits for approval. Nothing is sent yet.`, receiptOf(paid));
    else toast.success(`Successfully sent ${sum} to ${to}`, receiptOf(paid));
    void queryClient.invalidateQueries({ queryKey: contactsQuery.queryKey });
    refresh();
    onEnded();
  };
  return { pay, isRetry, inDoubt: isInDoubt(), busy };
}

const refusalOf = (error: unknown): string =>
  isUnanswered(error) ? unansweredWords : refusalText(error, 'Failed to send money');

export const unansweredWords = 'The server did not answer. Try again. You will not pay twice.';
