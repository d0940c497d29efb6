import { canonicalEmail, endpoints } from '@florin/contract';
import { toDecimal } from '@florin/money';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { contactsQuery } from '../../api/queries.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { useSession } from '../../api/session.ts';
import { useMoneyCommand } from '../../api/use-money-command.ts';
import { useTypedState } from '../../api/use-typed-state.ts';
import { toast } from '../../ui/toast.ts';
import { usePageStays } from '../use-page-stays.ts';
import { useReceiptAction } from '../use-receipt-action.ts';
import type { Question } from './check-payment.ts';
import { bodyOf, paymentOf, type Payment } from './payment.ts';
import { errorsOf, withoutChanged } from './send-errors.ts';
import { recipientsKey } from './recipient-query.ts';
import { readSendFields, type SendErrors, type SendFields } from './send-fields.ts';
import { usePaymentCheck } from './use-payment-check.ts';

export type SendMoney = ReturnType<typeof useSendMoney>;

const checkFailed = 'Could not check this payment. Nothing was sent. Try again.';

/** Holds the Send form's fields and errors, checks the payment, asks for confirmation and sends it. */
export function useSendMoney(start: Partial<SendFields>) {
  const [fields, setFields] = useTypedState<SendFields>('send', { ...emptyFields, ...start });
  const [errors, setErrors] = useState<SendErrors>({});
  const [refusals, setRefusals] = useState(0);
  const [question, setQuestion] = useState<Question>();
  const { user } = useSession();
  const navigate = useNavigate();
  const pageStays = usePageStays();
  const receiptOf = useReceiptAction();
  const queryClient = useQueryClient();
  const { check, stop, busy: checking } = usePaymentCheck();
  const {
    submit,
    isRetry,
    isInDoubt,
    busy: paying,
  } = useMoneyCommand(endpoints.sendMoney, {
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: contactsQuery.queryKey });
      // After a first payment the recipient counts as known, so the next look-up must load again.
      void queryClient.invalidateQueries({ queryKey: recipientsKey, refetchType: 'none' });
    },
  });

  const read = readSendFields(fields);
  // True if the response to this same payment was lost. Sending it again does not pay twice.
  const unanswered = read.amount !== undefined && isInDoubt(bodyOf(paymentOf(fields, read.amount)));

  const change = (part: Partial<SendFields>) => {
    stop();
    setFields((before) => ({ ...before, ...part }));
    setErrors((before) => withoutChanged(before, part));
  };

  const refuse = (found: SendErrors, sentence: string) => {
    setQuestion(undefined);
    setErrors(found);
    setRefusals((before) => before + 1);
    toast.error(sentence);
  };

  const pay = async (payment: Payment) => {
    const stays = pageStays();
    let sent;
    try {
      sent = await submit(bodyOf(payment));
      if (!sent) return;
    } catch (error) {
      return refuse(errorsOf(error), refusalText(error, 'Failed to send money'));
    }
    const { to, amount } = payment;
    toast.success(`Successfully sent ${amount.asset} ${toDecimal(amount)} to ${to}`, receiptOf(sent.transaction));
    if (sent.transaction?.email_sent === false)
      toast.info('No invitation sent: this address got too many emails today. We hold the money for 30 days.');
    if (stays()) await navigate({ to: '/dashboard' });
  };

  const send = async () => {
    const { amount, errors: found } = read;
    if (found) return refuse(found, Object.values(found)[0] ?? '');
    const payment = paymentOf(fields, amount);
    // A payment to the own address is rejected without a check. A retry was checked before.
    if (canonicalEmail(payment.to) === user?.email || isRetry(bodyOf(payment))) return pay(payment);
    try {
      const checked = await check(payment);
      if (!checked) return;
      if (checked.reasons.length > 0) setQuestion(checked);
      else await pay(payment);
    } catch (error) {
      refuse(errorsOf(error), refusalText(error, checkFailed));
    }
  };

  return {
    fields,
    errors,
    refusals,
    unanswered,
    change,
    send: () => void send(),
    busy: checking || paying,
    question,
    confirm: () => question && void pay(question.payment),
    /** Closes the confirmation. Does nothing while the payment is running. */
    cancel: () => !paying && setQuestion(undefined),
  };
}

const emptyFields: SendFields = { recipient: '', amount: '', currency: 'USD', note: '' };
