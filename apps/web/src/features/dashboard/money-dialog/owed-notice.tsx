import { formatAmount } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { fromExact } from '../../../api/exact.ts';
import { walletsQuery } from '../../../api/queries.ts';
import { Notice } from '../../../ui/notice.tsx';

/** Shows the member's debt after a reversed deposit. Renders nothing without a debt. */
export function OwedNotice() {
  const { data = [] } = useQuery(walletsQuery);
  const owed = data.flatMap(({ currency, owed_exact: exact }) =>
    exact === undefined ? [] : [formatAmount(fromExact(currency, exact))],
  );
  if (owed.length === 0) return null;
  return (
    <div className="space-above-4 space-below-5">
      <Notice icon={TriangleAlert} tone="warn">
        <b>You owe {owed.join(' and ')}.</b> Money in the same currency pays it first. Until then you cannot send or
        withdraw.
      </Notice>
    </div>
  );
}
