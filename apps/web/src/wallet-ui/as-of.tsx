import { useQuery } from '@tanstack/react-query';
import { onServer, serverDate } from '../api/server-time.ts';
import { portfolioQuery, walletsQuery } from '../api/queries.ts';
import { useConnection } from '../ui/connection.ts';
import { clockText, dayText, isSameDay } from './day-text.ts';

/** `As of 14:05`, beside balances that cannot be asked for again. Nothing while they can. */
export function AsOf() {
  const { online } = useConnection();
  const seenAt = useBalancesSeenAt();
  if (online || seenAt === undefined) return null;
  return <span className="muted">As of {asOfText(seenAt)}</span>;
}

/** When the older half of what makes the balances was fetched; undefined where one of them was never. */
export function useBalancesSeenAt(): number | undefined {
  const wallets = useQuery({ ...walletsQuery, enabled: false });
  const portfolio = useQuery({ ...portfolioQuery, enabled: false });
  if (wallets.data === undefined || portfolio.data === undefined) return undefined;
  return onServer(Math.min(wallets.dataUpdatedAt, portfolio.dataUpdatedAt));
}

/** `14:05`, and of another day `October 23, 14:05`. */
export function asOfText(at: number, now = serverDate()): string {
  const date = new Date(at).toISOString();
  return isSameDay(date, now) ? clockText(at) : `${dayText(date, now)}, ${clockText(at)}`;
}
