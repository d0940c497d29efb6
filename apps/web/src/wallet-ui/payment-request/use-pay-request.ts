import { endpoints, type PaymentRequest } from '@florin/contract';
import { toDecimal } from '@florin/money';
import { useQueryClient } from '@tanstack/react-query';
import { contactsQuery } from '../../api/queries.ts';
import { isUnanswered, refusalText } from '../../api/refusal-text.ts';
import { useMoneyCommand } from '../../api/use-money-command.ts';
import { toast } from '../../ui/toast.ts';
import { useReceiptAction } from '../use-receipt-action.ts';
import { sumOfRequest } from './request-words.ts';
import { isNoLongerOpen, sayNoLongerOpen, useRefreshRequests } from './use-request-change.ts';

type Ends = {
  /** It is paid, or can be paid no more. */
  onEnded: () => void;
  /** It was not paid, and may be tried again. */
  onRefused: (sentence: string) => void;
};

export function usePayRequest(request: PaymentRequest, { onEnded, onRefused }: Ends) {
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
      sayNoLongerOpen(error);
      refresh();
      return onEnded();
    }
    toast.success(
      `Successfully sent ${request.currency} ${toDecimal(sumOfRequest(request).amount)} to ${request.requester.email}`,
      receiptOf(paid),
    );
    void queryClient.invalidateQueries({ queryKey: contactsQuery.queryKey });
    refresh();
    onEnded();
  };
  return { pay, isRetry, inDoubt: isInDoubt(), busy };
}

const refusalOf = (error: unknown): string =>
  isUnanswered(error) ? unansweredWords : refusalText(error, 'Failed to send money');

export const unansweredWords = 'The server did not answer. Try again: you will not pay twice.';
