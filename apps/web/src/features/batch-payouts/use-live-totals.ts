import type { BatchPayout } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { walletsQuery } from '../../api/queries.ts';

/**
 * Returns the batch payout with the current balances of the wallets. The wallets load again when money moves; the batch
 * does not.
 */
export function useLiveTotals(batch: BatchPayout): BatchPayout {
  const { data: wallets } = useQuery(walletsQuery);
  const totals = batch.totals.map((total) => {
    const wallet = wallets?.find(({ currency }) => currency === total.currency);
    return wallet ? { ...total, available: wallet.available, available_exact: wallet.available_exact } : total;
  });
  return { ...batch, totals };
}
