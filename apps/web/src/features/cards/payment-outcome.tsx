import { endpoints, type CardPayment } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '../../api/client.ts';
import { fromExact } from '../../api/exact.ts';
import { refreshMoney } from '../../api/refresh-money.ts';
import { useCommand } from '../../api/use-command.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CardOutcome } from './card-outcome.tsx';
import { CheckFailed } from './check-failed.tsx';

const pollMs = 2_000;

/** The call asks the card processor, so the page does not wait for an event. */
const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: ['card-payment', id],
    queryFn: ({ signal }) => api.call(endpoints.checkCardPayment, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isOpen(data) ? pollMs : false),
    staleTime: 0,
  });

const isOpen = ({ state }: CardPayment) => state === 'waiting' || state === 'processing';

/** Shows a payment by card until it has ended. */
export function PaymentOutcome({ id }: { id: string }) {
  const queryClient = useQueryClient();
  const query = useQuery(paymentQuery(id));
  const payment = query.data;
  const hasEnded = payment !== undefined && !isOpen(payment);
  useEffect(() => {
    if (hasEnded) refreshMoney(queryClient);
  }, [hasEnded, queryClient]);
  if (!payment) return <CheckFailed query={query} />;
  switch (payment.state) {
    case 'waiting':
      return <Waiting payment={payment} />;
    case 'processing':
      return (
        <CardOutcome tone="busy" title={`${paidText(payment)} is paid`} actions={<Done />}>
          {payment.method} paid. The money arrives in a moment. You can leave this page.
        </CardOutcome>
      );
    case 'completed':
      return (
        <CardOutcome tone="ok" title={completedTitle(payment)} actions={<Done />}>
          {payment.method} paid {paidText(payment)}.
        </CardOutcome>
      );
    case 'not_paid':
      return (
        <CardOutcome tone="bad" title="The payment did not go through" actions={<Done />}>
          {payment.reason}
        </CardOutcome>
      );
    case 'refunded':
      return (
        <CardOutcome tone="back" title={`${paidText(payment)} goes back to your card`} actions={<Done />}>
          {payment.reason} Banks show a refund after some days.
        </CardOutcome>
      );
  }
}

function Waiting({ payment }: { payment: CardPayment }) {
  const queryClient = useQueryClient();
  const { queryKey } = paymentQuery(payment.id);
  const cancel = useCommand({
    call: () => api.call(endpoints.cancelCardPayment, { params: { id: payment.id } }),
    onDone: (answer) => queryClient.setQueryData(queryKey, answer),
  });
  const { url } = payment;
  return (
    <CardOutcome
      tone="wait"
      title="The payment is not finished"
      actions={
        <>
          {url?.startsWith('https:') && (
            <a className={buttonClass({ variant: 'primary', size: 'l' })} href={url}>
              Continue
            </a>
          )}
          <Button size="l" busy={cancel.busy} needsServer onClick={() => cancel.run(undefined)}>
            Cancel payment
          </Button>
        </>
      }
    >
      Nothing was charged yet for {paidText(payment)}. Continue where you stopped, or cancel the payment.
      {cancel.error && ` ${cancel.error.message}`}
    </CardOutcome>
  );
}

const Done = () => (
  <Link className={buttonClass({ variant: 'primary', size: 'l' })} to="/dashboard">
    Done
  </Link>
);

const paidText = ({ currency, amount_exact }: CardPayment) => formatAmount(fromExact(currency, amount_exact));

const completedTitle = (payment: CardPayment) =>
  payment.crypto !== undefined && payment.crypto_amount_exact !== undefined
    ? `You bought ${payment.crypto_amount_exact} ${payment.crypto}`
    : `${paidText(payment)} added`;
