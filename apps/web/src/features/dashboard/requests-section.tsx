import { useQuery } from '@tanstack/react-query';
import { openRequestsQuery } from '../../api/queries.ts';
import { useConnection } from '../../ui/connection.ts';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { IncomingRequest } from '../../wallet-ui/payment-request/incoming-request.tsx';

/** Who asks for money. Nothing is shown where nobody does, nor where nobody can be asked whether they do. */
export function RequestsSection() {
  const { data, isError, error, isFetching, refetch } = useQuery(openRequestsQuery);
  const { online } = useConnection();
  const incoming = data?.filter(({ direction }) => direction === 'incoming') ?? [];
  if (!data && isError && online)
    return (
      <section className="dash-req" aria-label="Requests">
        <LoadFailed
          message="Could not load the requests"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </section>
    );
  if (incoming.length === 0) return null;
  return (
    <section className="dash-req" aria-label="Requests">
      {incoming.map((request) => (
        <IncomingRequest key={request.id} request={request} />
      ))}
    </section>
  );
}
