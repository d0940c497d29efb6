import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { firstStepsMark } from '../../api/first-steps.ts';
import {
  balanceHistoryQuery,
  firstStepsQuery,
  gainsQuery,
  openRequestsQuery,
  portfolioQuery,
  recentTransactionsQuery,
  walletsQuery,
} from '../../api/queries.ts';
import { currentUser } from '../../api/session.ts';
import { storedRange } from './balance-range.ts';

/** About as long as the page's own code takes to come, and not long enough to be waited for. */
const patienceMs = 500;

/**
 * Asks for what the dashboard shows while its code is still on the way, and waits a moment: what has come by then is
 * drawn at once, and what is there for some members only stands on it from the start, or not at all, so that nothing
 * moves.
 */
export async function readDashboardFirst(queryClient: QueryClient): Promise<void> {
  const user = currentUser(queryClient);
  if (!user || !onlineManager.isOnline()) return;
  const answers = [
    queryClient.ensureQueryData(walletsQuery),
    queryClient.ensureQueryData(portfolioQuery),
    queryClient.ensureQueryData(balanceHistoryQuery(storedRange())),
    queryClient.ensureQueryData(recentTransactionsQuery),
    queryClient.ensureQueryData(gainsQuery),
    queryClient.ensureQueryData(openRequestsQuery),
    ...(firstStepsMark(user.id) === 'away' ? [] : [queryClient.ensureQueryData(firstStepsQuery)]),
  ];
  await Promise.race([Promise.allSettled(answers), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}
