import { endpoints } from '@florin/contract';
import { routesFor } from '../../platform/http/route.ts';
import { ledgerHealth } from './ledger-health.ts';
import { overview, type OverviewDependencies } from './overview.ts';

/** Any operator may call these routes, so the handlers ignore the caller. */
const route = routesFor<unknown>();

export const operationsRoutes = (dependencies: OverviewDependencies) => [
  route(endpoints.getOverview, () => overview(dependencies)),
  route(endpoints.getLedgerHealth, () => ledgerHealth(dependencies.pool)),
];
