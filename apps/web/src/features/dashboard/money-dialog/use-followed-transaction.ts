import type { Transaction } from '@florin/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { transactionQuery } from '../../../api/queries.ts';
import { refreshMoney } from '../../../api/refresh-money.ts';

/** A movement as it was answered, and when. */
export type Placed = { readonly transaction: Transaction; readonly at: number };

const everyMs = 1_000;

/** The line as it stands, asked for each second until it is through, called back or returned; and since when it stands so. */
export function useFollowedTransaction({ transaction: first, at }: Placed) {
  const queryClient = useQueryClient();
  const { data: transaction, dataUpdatedAt } = useQuery({
    ...transactionQuery(first.id),
    initialData: first,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? everyMs : false),
  });
  const { status } = transaction;
  const [stands, setStands] = useState({ status, since: at });
  if (status !== stands.status) setStands({ status, since: dataUpdatedAt });
  const hasMoved = status !== first.status;
  useEffect(() => {
    if (hasMoved) refreshMoney(queryClient);
  }, [hasMoved, queryClient]);
  return { transaction, since: stands.since };
}
