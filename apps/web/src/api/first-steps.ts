import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { firstStepsQuery, openRequestsQuery } from './queries.ts';
import { currentUser } from './session.ts';

/** `open`: the list was shown here and is not done. `away`: it is done, or was hidden, and is not asked for again. */
type Mark = 'open' | 'away';

/** Of each member on their own. In the browser: what is done the server knows, and hiding a list is worth no table. */
const keyOf = (userId: string) => `florin-first-steps ${userId}`;

export const firstStepsMark = (userId: string): Mark | undefined => {
  const stored = localStorage.getItem(keyOf(userId));
  return stored === 'open' || stored === 'away' ? stored : undefined;
};

export const markFirstSteps = (userId: string, mark: Mark): void => localStorage.setItem(keyOf(userId), mark);

/** About as long as the page's own code takes to come, and not long enough to be waited for. */
const patienceMs = 500;

/**
 * Before the dashboard is drawn: what is there for some members only stands on it from the start, or not at all, so that
 * nothing moves.
 */
export async function readDashboardFirst(queryClient: QueryClient): Promise<void> {
  const user = currentUser(queryClient);
  if (!user || !onlineManager.isOnline()) return;
  const queries = [
    queryClient.ensureQueryData(openRequestsQuery),
    ...(firstStepsMark(user.id) === 'away' ? [] : [queryClient.ensureQueryData(firstStepsQuery)]),
  ];
  await Promise.race([Promise.allSettled(queries), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}
