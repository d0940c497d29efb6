import { endpoints } from '@florin/contract';
import { routesFor } from '../../platform/http/route.ts';
import { ledgerHealth } from './ledger-health.ts';
import { overview, type OverviewDependencies } from './overview.ts';

/** What an operator sees of the whole house; who of them looks does not matter. */
const route = routesFor<unknown>();

export const operationsRoutes = (dependencies: OverviewDependencies) => [
  route(endpoints.getOverview, () => overview(dependencies)),
  route(endpoints.getLedgerHealth, () => ledgerHealth(dependencies.pool)),
];
