import { useQuery } from '@tanstack/react-query';
import { toServerTime, serverDate } from '../api/server-time.ts';
import { portfolioQuery, walletsQuery } from '../api/queries.ts';
import { useConnection } from '../ui/connection.ts';
import { clockText, dayText, isSameDay } from './day-text.ts';

/** Shows `As of 14:05` next to balances while the browser is offline. Shows nothing online. */
export function AsOf() {
  const { online } = useConnection();
  const seenAt = useBalancesSeenAt();
  if (online || seenAt === undefined) return null;
  return <span className="muted">As of {asOfText(seenAt)}</span>;
}

/** Returns the older fetch time of wallets and portfolio. Returns undefined if either was never fetched. */
export function useBalancesSeenAt(): number | undefined {
  const wallets = useQuery({ ...walletsQuery, enabled: false });
  const portfolio = useQuery({ ...portfolioQuery, enabled: false });
  if (wallets.data === undefined || portfolio.data === undefined) return undefined;
  return toServerTime(Math.min(wallets.dataUpdatedAt, portfolio.dataUpdatedAt));
}

/** Formats a time as `14:05`, or on another day as `October 23, 14:05`. */
export function asOfText(at: number, now = serverDate()): string {
  const date = new Date(at).toISOString();
  return isSameDay(date, now) ? clockText(at) : `${dayText(date, now)}, ${clockText(at)}`;
}
