import { CallRefused, endpoints, type PaymentRequest } from '@florin/contract';
import { toDecimal, type Amount, type FiatCode } from '@florin/money';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTypedState } from '../../api/use-typed-state.ts';
import { allRequestsQuery } from '../../api/queries.ts';
import { isNotOffered } from '../../api/not-offered.ts';
import { refusalFields, refusalText } from '../../api/refusal-text.ts';
import { useMoneyCommand } from '../../api/use-money-command.ts';
import { toast } from '../../ui/toast.ts';
import { readRequestFields, type RequestErrors, type RequestFields } from './request-fields.ts';

export type RequestForm = ReturnType<typeof useRequestForm>;

const unanswered = 'The server did not answer. Try again. Only one request is sent.';

const noFurtherEmail = 'No email sent: this address got too many emails today. Share the request’s link instead.';

const blank: RequestFields = { recipient: '', amount: '', currency: 'USD', note: '' };

/** Holds the request form's fields and errors, and sends the request. */
export function useRequestForm(onRequested: (request: PaymentRequest) => void) {
  const [fields, setFields] = useTypedState('request', blank);
  const [errors, setErrors] = useState<RequestErrors>({});
  const [refusals, setRefusals] = useState(0);
  const queryClient = useQueryClient();

  const change = (part: Partial<RequestFields>) => {
    setFields((before) => ({ ...before, ...part }));
    setErrors({});
  };

  const refuse = (found: RequestErrors, sentence: string) => {
    setErrors(found);
    setRefusals((before) => before + 1);
    toast.error(sentence);
  };

  // A request moves no money, but a recipient could pay a duplicate. The idempotency key prevents duplicates on a
  // retry.
  const { submit: requestMoney, busy } = useMoneyCommand(endpoints.requestMoney);

  const send = async (amount: Amount<FiatCode>) => {
    try {
      const request = await requestMoney(bodyOf(fields, amount));
      if (!request) return;
      toast.success('Payment request sent!');
      if (request.email_sent === false) toast.info(noFurtherEmail);
      setFields((now) => withoutSent(now, fields));
      onRequested(request);
    } catch (error) {
      if (isNotOffered(error)) return reportAsSent();
      refuse(errorsOf(error), refusalText(error, unanswered));
    }
    void queryClient.invalidateQueries({ queryKey: allRequestsQuery.queryKey });
  };

  /** Reports success on a server without requests. Such a server expects no call. */
  const reportAsSent = () => {
    toast.success('Payment request sent!');
    setFields((now) => withoutSent(now, fields));
  };

  const submit = () => {
    const { amount, errors: found } = readRequestFields(fields);
    if (found) refuse(found, Object.values(found)[0] ?? '');
    else void send(amount);
  };

  return { fields, errors, refusals, change, submit, busy };
}

/** Clears the sent fields. Keeps the currency and each field that changed during the request. */
const withoutSent = (now: RequestFields, sent: RequestFields): RequestFields => ({
  recipient: now.recipient === sent.recipient ? '' : now.recipient,
  amount: now.amount === sent.amount ? '' : now.amount,
  currency: now.currency,
  note: now.note === sent.note ? '' : now.note,
});

const bodyOf = ({ recipient, note }: RequestFields, amount: Amount<FiatCode>) => ({
  amount: toDecimal(amount),
  currency: amount.asset,
  ...(recipient.trim() && { recipient_email: recipient.trim() }),
  ...(note.trim() && { note: note.trim() }),
});

/** Assigns the server's error to the named field, else to the field of the error's code. */
function errorsOf(error: unknown): RequestErrors {
  const { recipient_email: recipient, amount, note } = refusalFields(error);
  const named = { ...(recipient && { recipient }), ...(amount && { amount }), ...(note && { note }) };
  if (Object.keys(named).length > 0 || !(error instanceof CallRefused)) return named;
  return error.body?.code === 'recipient_is_self' ? { recipient: error.body.detail } : {};
}
