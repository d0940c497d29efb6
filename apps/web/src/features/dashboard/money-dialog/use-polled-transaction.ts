import type { Transaction } from '@florin/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { transactionQuery } from '../../../api/queries.ts';
import { refreshMoney } from '../../../api/refresh-money.ts';

/** A transaction from the server. `at` is the time of the response on this device's clock. */
export type Placed = { readonly transaction: Transaction; readonly at: number };

const pollIntervalMs = 1_000;

/**
 * Polls a transaction every second while it is pending. Returns the transaction with the time of its last status
 * change.
 */
export function usePolledTransaction({ transaction: first, at }: Placed) {
  const queryClient = useQueryClient();
  const { data: transaction, dataUpdatedAt } = useQuery({
    ...transactionQuery(first.id),
    initialData: first,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? pollIntervalMs : false),
  });
  const { status } = transaction;
  const [current, setCurrent] = useState({ status, since: at });
  if (status !== current.status) setCurrent({ status, since: dataUpdatedAt });
  const hasChanged = status !== first.status;
  useEffect(() => {
    if (hasChanged) refreshMoney(queryClient);
  }, [hasChanged, queryClient]);
  return { transaction, since: current.since };
}
