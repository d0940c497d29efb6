import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readBatchSearch } from '../features/batch-payouts/batch-search.ts';
import { paths } from '../paths.ts';
import { onlyKnown } from '../search-params.ts';
import { forMembers } from './root.ts';

const batchPayoutsRoute = createRoute({
  ...forMembers,
  path: paths.batchPayouts,
  staticData: { title: 'Batch Payouts', layout: 'page', membersOnly: true },
  component: lazyRouteComponent(() => import('../features/batch-payouts/batch-payouts-page.tsx'), 'BatchPayoutsPage'),
});

const batchPayoutRoute = createRoute({
  ...forMembers,
  path: paths.batchPayout,
  staticData: { title: 'Batch payout', layout: 'page', membersOnly: true },
  validateSearch: onlyKnown(readBatchSearch),
  component: lazyRouteComponent(() => import('../features/batch-payouts/batch-page.tsx'), 'BatchPage'),
});

export const batchRoutes = [batchPayoutsRoute, batchPayoutRoute] as const;
