import { activityRoutes } from './features/activity/index.ts';
import { bankRoutes } from './features/bank/index.ts';
import { batchPayoutRoutes } from './features/batch-payouts/index.ts';
import { exchangeRoutes } from './features/exchange/index.ts';
import { fundingRoutes } from './features/funding/index.ts';
import { invoiceRoutes } from './features/invoices/index.ts';
import { planRoutes } from './features/plans/index.ts';
import { requestRoutes } from './features/requests/index.ts';
import { tradingRoutes } from './features/trading/index.ts';
import { transferRoutes } from './features/transfers/index.ts';
import { chargeSteps } from './charge-steps.ts';
import type { Parts } from './open-parts.ts';

/** The features that move money for members, with all their calls. A dry run makes them again (dry-runs.ts). */
export const moneyRoutes = (dependencies: Parts['dependencies'] & { readonly payoutMethodWaitHours: number }) => [
  ...fundingRoutes({ ...dependencies, ...chargeSteps(dependencies) }),
  ...bankRoutes(dependencies),
  ...exchangeRoutes(dependencies),
  ...transferRoutes(dependencies),
  ...requestRoutes(dependencies),
  ...invoiceRoutes(dependencies),
  ...activityRoutes(dependencies),
  ...tradingRoutes(dependencies),
  ...planRoutes(dependencies),
  ...batchPayoutRoutes(dependencies),
];
