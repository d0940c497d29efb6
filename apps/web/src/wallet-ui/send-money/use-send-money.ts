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

const checkFailed = 'This payment could not be checked, and nothing was sent. Please try again.';

/** The form's fields, what is wrong with them, the question before the payment, and the payment itself. */
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
      // It may have been the first payment to somebody: whoever asks next asks again.
      void queryClient.invalidateQueries({ queryKey: recipientsKey, refetchType: 'none' });
    },
  });

  const read = readSendFields(fields);
  // The same again is not another payment, where the answer to the last one was lost.
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
      toast.info('This address got many emails today, so no further email is sent. The money waits there for 30 days.');
    if (stays()) await navigate({ to: '/dashboard' });
  };

  const send = async () => {
    const { amount, errors: found } = read;
    if (found) return refuse(found, Object.values(found)[0] ?? '');
    const payment = paymentOf(fields, amount);
    // To oneself: that is refused, not asked about. Once more under the same key: that was asked about.
    if (canonicalEmail(payment.to) === user?.email || isRetry(bodyOf(payment))) return pay(payment);
    try {
      const asked = await check(payment);
      if (!asked) return;
      if (asked.reasons.length > 0) setQuestion(asked);
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
    /** Not while it is being paid: what is under way cannot be called off. */
    callOff: () => !paying && setQuestion(undefined),
  };
}

const emptyFields: SendFields = { recipient: '', amount: '', currency: 'USD', note: '' };
