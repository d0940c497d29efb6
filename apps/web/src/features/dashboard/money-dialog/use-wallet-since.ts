import type { Wallet } from '@florin/contract';
import type { FiatCode } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { walletsQuery } from '../../../api/queries.ts';

/** Returns the wallet if it was fetched at or after `since`. An older balance would be outdated. */
export function useWalletSince(currency: FiatCode, since: number): Wallet | undefined {
  const { data: wallets, dataUpdatedAt } = useQuery(walletsQuery);
  return dataUpdatedAt >= since ? wallets?.find((wallet) => wallet.currency === currency) : undefined;
}
