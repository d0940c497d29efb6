import { endpoints } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import { routesFor } from '../../platform/http/route.ts';
import { ledgerHealth } from './ledger-health.ts';
import { overview, type OverviewDependencies } from './overview.ts';

/** Any operator may call these routes, so the handlers ignore the caller. */
const route = routesFor<unknown>();

type Dependencies = OverviewDependencies & {
  /** The databases of further ledgers. */
  readonly ledgers: readonly Pool[] | undefined;
};

export const operationsRoutes = (dependencies: Dependencies) => [
  route(endpoints.getOverview, () => overview(dependencies)),
  route(endpoints.getLedgerHealth, () => ledgerHealth(dependencies.pool, dependencies.ledgers)),
];
