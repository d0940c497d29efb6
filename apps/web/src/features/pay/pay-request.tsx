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

/** A request that was made, as the server knows it: what the link says besides its id does not count. */
export function PayRequest({ id }: { id: string }) {
  const { data: request, error, isFetching, refetch } = useQuery(paymentRequestQuery(id));
  if (request) {
    const { requester, note } = request;
    return (
      <PayPlane email={requester.email} name={requester.name} asked={sumOfRequest(request).amount} note={note}>
        {isToBePaid(request) ? <RequestForm request={request} /> : <Ended request={request} />}
      </PayPlane>
    );
  }
  return (
    <div className="pay-g alone">
      {error === null && <Loading />}
      {error && isNotForUs(error) && <NotFound />}
      {error && !isNotForUs(error) && (
        <div className="pay-r">
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

const isToBePaid = ({ direction, state }: PaymentRequest) => direction === 'incoming' && state === 'open';
const isNotForUs = (error: Error) => error instanceof CallRefused && error.status < 500;

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
    text: 'Share its link with whoever should pay it. It is paid once, whoever is first.',
  },
  paid: { title: 'This request is paid', text: 'Nothing is left to do. A request is paid only once.' },
  declined: { title: 'This request was declined', text: 'Nothing was paid, and it cannot be paid any more.' },
  cancelled: { title: 'This request was cancelled', text: 'Whoever asked has withdrawn it. Nothing is to be paid.' },
  expired: {
    title: 'This request has expired',
    text: 'A request can be paid for 30 days. Ask for a new one if it is still to be paid.',
  },
};

function NotFound() {
  const { user } = useSession();
  if (user && !user.email_confirmed) return <ConfirmFirst email={user.email} />;
  return (
    <PayMessage title="There is no such request" actions={<WayHome />}>
      The link has a mistake, or the request is to somebody else. Nothing was paid.
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
    <div className="pay-r" aria-busy>
      <output className="sr">Loading</output>
      <Skeleton width={220} height={30} />
      <Skeleton width="80%" className="mt-8" />
      <Skeleton width="60%" className="mt-4" />
    </div>
  );
}
