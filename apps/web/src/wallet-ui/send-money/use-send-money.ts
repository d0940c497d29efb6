import { canonicalEmail, endpoints } from '@florin/contract';
import { toDecimal } from '@florin/money';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { contactsQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { useMoneyCommand } from '../../api/use-money-command.ts';
import { useTypedState } from '../../api/use-typed-state.ts';
import { toast } from '../../ui/toast.ts';
import { problemAtFields, useMoneyForm, type Problem } from '../use-money-form.ts';
import { usePageStays } from '../use-page-stays.ts';
import { useReceiptAction } from '../use-receipt-action.ts';
import { waitsForApproval } from '../waits-for-approval.ts';
import type { Question } from './check-payment.ts';
import { bodyOf, paymentOf, type Payment } from './payment.ts';
import { recipientsKey } from './recipient-query.ts';
import { readSendFields, type SendErrors, type SendFields } from './send-fields.ts';
import { usePaymentCheck } from './use-payment-check.ts';

export type SendMoney = ReturnType<typeof useSendMoney>;

const checkFailed = 'Could not check this payment. Nothing was sent. Try again.';

/** Holds the Send form's fields and errors, checks the payment, asks for confirmation and sends the payment. */
export function useSendMoney(start: Partial<SendFields>) {
  const [fields, setFields] = useTypedState<SendFields>('send', { ...emptyFields, ...start });
  const [question, setQuestion] = useState<Question>();
  const { user } = useSession();
  const navigate = useNavigate();
  const pageStays = usePageStays();
  const receiptOf = useReceiptAction();
  const queryClient = useQueryClient();
  const { check, stop, busy: checking } = usePaymentCheck();
  const command = useMoneyCommand(endpoints.sendMoney, {
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: contactsQuery.queryKey });
      // After a first payment the recipient counts as known, so the next look-up must load again.
      void queryClient.invalidateQueries({ queryKey: recipientsKey, refetchType: 'none' });
    },
  });
  const { isRetry, isInDoubt, busy: paying } = command;
  const form = useMoneyForm(command, { problemOf });

  const read = readSendFields(fields);
  // True if the response to this same payment was lost. A second submission does not pay twice.
  const unanswered = read.amount !== undefined && isInDoubt(bodyOf(paymentOf(fields, read.amount)));

  const change = (part: Partial<SendFields>) => {
    stop();
    setFields((before) => ({ ...before, ...part }));
    form.clear(...fieldsOf(part));
  };

  const refuse = (found: SendErrors, sentence: string) => {
    setQuestion(undefined);
    form.refuse(found, sentence);
  };

  const pay = async (payment: Payment) => {
    const stays = pageStays();
    const sent = await form.send([bodyOf(payment)], (error) => {
      setQuestion(undefined);
      return problemOf(error);
    });
    if (!sent) return;
    const { to, amount } = payment;
    const sum = `${amount.asset} ${toDecimal(amount)}`;
    if (sent.transaction && waitsForApproval(sent.transaction))
      toast.info(`${sum} to ${to} waits for approval. Nothing is sent yet.`, receiptOf(sent.transaction));
    else toast.success(`Successfully sent ${sum} to ${to}`, receiptOf(sent.transaction));
    if (sent.transaction?.email_sent === false)
      toast.info('No invitation sent: this address got too many emails today. We hold the money for 30 days.');
    if (stays()) await navigate({ to: '/dashboard' });
  };

  const send = async () => {
    const { amount, errors: found } = read;
    if (found) return refuse(found, Object.values(found)[0] ?? '');
    const payment = paymentOf(fields, amount);
    // No check is necessary in two cases: the server rejects a payment to the member's own address, and a retry was
    // checked before.
    if (canonicalEmail(payment.to) === user?.email || isRetry(bodyOf(payment))) return pay(payment);
    try {
      const checked = await check(payment);
      if (!checked) return;
      if (checked.reasons.length > 0) setQuestion(checked);
      else await pay(payment);
    } catch (error) {
      const problem = problemOf(error, checkFailed);
      refuse(problem.errors, problem.sentence);
    }
  };

  return {
    fields,
    errors: form.errors,
    refusals: form.refusals,
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

const problemOf = (error: unknown, failed = 'Failed to send money'): Problem<SendErrors> =>
  problemAtFields(error, {
    failed,
    fields: { email: 'recipient', recipient_email: 'recipient', amount: 'amount', note: 'note' },
    codes: { recipient_is_self: 'recipient', insufficient_balance: 'amount', limit_exceeded: 'amount' },
  });

/**
 * Returns the fields that lose their errors after a change. A changed currency also removes the error of the amount.
 */
const fieldsOf = (changed: Partial<SendFields>): (keyof SendFields)[] => [
  ...(['recipient', 'amount', 'currency', 'note'] as const).filter((field) => field in changed),
  ...('currency' in changed ? (['amount'] as const) : []),
];
