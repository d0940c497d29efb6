import { CallRefused, type PaymentRequest } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paymentRequestQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { sumOfRequest } from '../../wallet-ui/payment-request/request-words.ts';
import { ConfirmFirst } from './confirm-first.tsx';
import { PayMessage } from './pay-message.tsx';
import { PayPlane } from './pay-plane.tsx';
import { RequestForm } from './request-form.tsx';
import styles from './pay.module.css';

/** Shows a request from the server. Only the request's id comes from the link. */
export function PayRequest({ id }: { id: string }) {
  const { data: request, error, isFetching, refetch } = useQuery(paymentRequestQuery(id));
  if (request) {
    const { requester, note } = request;
    return (
      <PayPlane email={requester.email} name={requester.name} asked={sumOfRequest(request).amount} note={note}>
        {isPayable(request) ? <RequestForm request={request} /> : <Ended request={request} />}
      </PayPlane>
    );
  }
  return (
    <div className={`${styles.grid} ${styles.alone}`}>
      {error === null && <Loading />}
      {error && isNotFound(error) && <NotFound />}
      {error && !isNotFound(error) && (
        <div className={styles.right}>
          <LoadFailed
            message="Could not load the request"
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </div>
      )}
    </div>
  );
}

const isPayable = ({ direction, state }: PaymentRequest) => direction === 'incoming' && state === 'open';
const isNotFound = (error: Error) => error instanceof CallRefused && error.status < 500;

function Ended({ request }: { request: PaymentRequest }) {
  const { title, text } = endings[request.state === 'open' ? 'own' : request.state];
  return (
    <PayMessage title={title} actions={<WayHome />}>
      {text}
    </PayMessage>
  );
}

const endings: Record<Exclude<PaymentRequest['state'], 'open'> | 'own', { title: string; text: string }> = {
  own: {
    title: 'This is your own request',
    text: 'Share the link. The first payment completes the request.',
  },
  paid: { title: 'This request is paid', text: 'A request can be paid only once.' },
  declined: { title: 'This request was declined', text: 'Nothing was paid. Paying is no longer possible.' },
  cancelled: { title: 'This request was canceled', text: 'Nothing was paid. You don’t need to pay.' },
  expired: {
    title: 'This request has expired',
    text: 'Requests expire after 30 days. Ask for a new request if you still want to pay.',
  },
};

function NotFound() {
  const { user } = useSession();
  if (user && !user.email_confirmed) return <ConfirmFirst email={user.email} />;
  return (
    <PayMessage title="Request not found" actions={<WayHome />}>
      The link is wrong, or the request is for another person. Nothing was paid.
    </PayMessage>
  );
}

const WayHome = () => (
  <Link className={buttonClass({ variant: 'primary', size: 'l' })} to="/dashboard">
    Dashboard
  </Link>
);

function Loading() {
  return (
    <div className={styles.right} aria-busy>
      <output className="screen-reader">Loading</output>
      <Skeleton width={220} height={30} />
      <Skeleton width="80%" className="space-above-8" />
      <Skeleton width="60%" className="space-above-4" />
    </div>
  );
}
