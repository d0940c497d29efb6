import { ownProposals } from './features/approvals/index.ts';
import { madeBatches, personalReference } from './features/bank/index.ts';
import { personalBatchPayouts } from './features/batch-payouts/index.ts';
import { personalBusinesses } from './features/businesses/index.ts';
import { personalWebhooks } from './features/events/index.ts';
import { personalContacts } from './features/contacts/index.ts';
import { personalHistory } from './features/activity/index.ts';
import { personalMethods } from './features/funding/index.ts';
import type { PersonalPart } from './features/identity/index.ts';
import { personalInvoices } from './features/invoices/index.ts';
import { personalVerification } from './features/kyc/index.ts';
import { personalFavorites } from './features/markets/index.ts';
import { personalKeys } from './features/keys/index.ts';
import { personalNotifications } from './features/notifications/index.ts';
import { personalPlan } from './features/plans/index.ts';
import { personalProposals } from './features/proposals/index.ts';
import { personalReceivables } from './features/receivables/index.ts';
import { personalQuotes } from './features/quotes/index.ts';
import { personalRequests } from './features/requests/index.ts';
import { personalClock } from './features/sandbox/index.ts';
import { personalScreening } from './features/screening/index.ts';
import type { Traces } from './features/traces/index.ts';
import { personalSends } from './features/transfers/index.ts';

type Dependencies = Parameters<typeof personalRequests>[0] &
  Parameters<typeof personalMethods>[0] &
  Parameters<typeof personalSends>[0] &
  Parameters<typeof personalNotifications>[0] &
  Parameters<typeof personalBatchPayouts>[0] &
  Parameters<typeof personalPlan>[0] &
  Parameters<typeof personalVerification>[0] & { readonly traces: Traces };

/**
 * Lists all personal data: the parts of an export, the data that closing an account deletes, and the data that stays.
 */
export const personalPartsOf = (dependencies: Dependencies): PersonalPart[] => {
  const { pool, history, traces } = dependencies;
  return [
    personalBusinesses(pool),
    ownProposals,
    personalKeys(pool),
    personalContacts(pool),
    personalMethods(dependencies),
    personalReference(pool),
    personalReceivables(pool),
    personalRequests(dependencies),
    ...personalInvoices(dependencies),
    personalBatchPayouts(dependencies),
    personalSends(dependencies),
    personalHistory(history),
    personalNotifications({ pool, history }),
    personalWebhooks(pool),
    personalPlan(dependencies),
    personalFavorites(pool),
    personalQuotes(pool),
    personalProposals(pool),
    madeBatches,
    personalClock(pool),
    ...personalVerification(dependencies),
    personalScreening,
    {
      name: 'traces',
      leave: (tx, memberId, emails) => traces.leave(tx, memberId, emails),
      // Runs after the earlier holder's verification was deleted, so that a denial stays with the address.
      handOver: (tx, leaver) => traces.takeUpDenial(tx, leaver),
    },
  ];
};
