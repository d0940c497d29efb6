import { useQuery } from '@tanstack/react-query';
import { payoutDeskQuery } from '../operations-queries.ts';

/** The number of ready payouts, and of batches that wait for approval. */
export function PayoutCount() {
  const { data: desk } = useQuery(payoutDeskQuery);
  if (!desk) return null;
  return (
    <span className="number">
      {desk.ready.length + desk.batches.filter(({ state }) => state === 'proposed').length}
    </span>
  );
}
