import type { User } from '@florin/contract';
import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { firstStepsMark } from '../../api/first-steps.ts';
import {
  balanceHistoryQuery,
  firstStepsQuery,
  gainsQuery,
  kycQuery,
  openRequestsQuery,
  portfolioQuery,
  recentTransactionsQuery,
  walletsQuery,
} from '../../api/queries.ts';
import { currentUser } from '../../api/session.ts';
import { storedRange } from './balance-range.ts';
import { StepList } from './first-steps/step-list-on-demand.ts';
import { isComplete, stepsOf } from './first-steps/steps.ts';

/** About the loading time of the page's code. Users do not notice this delay. */
const maxWaitMs = 500;

/**
 * Prefetches the dashboard's data while its code loads, and waits at most 500 ms. The first render contains data that
 * arrives in time. Thus sections that only some members see do not shift the layout later.
 */
export async function prefetchDashboard(queryClient: QueryClient): Promise<void> {
  const user = currentUser(queryClient);
  if (!user || !onlineManager.isOnline()) return;
  const onFirstScreen = Promise.allSettled([
    queryClient.ensureQueryData(walletsQuery),
    queryClient.ensureQueryData(portfolioQuery),
    queryClient.ensureQueryData(balanceHistoryQuery(storedRange())),
  ]);
  await pause(0); // sending all requests in one task would block the page
  const below = Promise.allSettled([
    queryClient.ensureQueryData(recentTransactionsQuery),
    queryClient.ensureQueryData(gainsQuery),
    queryClient.ensureQueryData(openRequestsQuery),
    ...(user.business || firstStepsMark(user.id) === 'away' ? [] : [prefetchFirstSteps(queryClient, user)]),
  ]);
  await Promise.race([Promise.all([onFirstScreen, below]), pause(maxWaitMs)]);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function prefetchFirstSteps(queryClient: QueryClient, user: User): Promise<void> {
  if (isComplete(stepsOf(user, await queryClient.ensureQueryData(firstStepsQuery)))) return;
  await Promise.all([
    new Promise<void>((resolve) => StepList.need(resolve)),
    ...(user.verified ? [] : [queryClient.ensureQueryData(kycQuery)]),
  ]);
}
