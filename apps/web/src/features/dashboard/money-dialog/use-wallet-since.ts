import type { Wallet } from '@florin/contract';
import type { FiatCode } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { walletsQuery } from '../../../api/queries.ts';

/** The wallet as the server told it at this moment or later: an older balance would be a wrong one by now. */
export function useWalletSince(currency: FiatCode, since: number): Wallet | undefined {
  const { data: wallets, dataUpdatedAt } = useQuery(walletsQuery);
  return dataUpdatedAt >= since ? wallets?.find((wallet) => wallet.currency === currency) : undefined;
}
