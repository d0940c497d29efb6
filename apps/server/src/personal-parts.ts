import { personalContacts } from './features/contacts/index.ts';
import { personalHistory } from './features/activity/index.ts';
import { personalMethods } from './features/funding/index.ts';
import type { PersonalPart } from './features/identity/index.ts';
import { personalVerification } from './features/kyc/index.ts';
import { personalFavorites } from './features/markets/index.ts';
import { personalNotifications } from './features/notifications/index.ts';
import { personalPlan } from './features/plans/index.ts';
import { personalProposals } from './features/proposals/index.ts';
import { personalQuotes } from './features/quotes/index.ts';
import { personalRequests } from './features/requests/index.ts';
import type { Traces } from './features/traces/index.ts';
import { personalSends } from './features/transfers/index.ts';

type Dependencies = Parameters<typeof personalRequests>[0] &
  Parameters<typeof personalNotifications>[0] &
  Parameters<typeof personalVerification>[0] & { readonly traces: Traces };

/** What is kept about a person: what an export holds, what closing an account forgets, and what outlives it. */
export const personalPartsOf = (dependencies: Dependencies): PersonalPart[] => {
  const { pool, history, traces } = dependencies;
  return [
    personalContacts(pool),
    personalMethods(pool),
    personalRequests(dependencies),
    personalSends,
    personalHistory(history),
    personalNotifications({ pool, history }),
    personalPlan(pool),
    personalFavorites(pool),
    personalQuotes(pool),
    personalProposals(pool),
    ...personalVerification(dependencies),
    {
      name: 'traces',
      leave: (tx, memberId, emails) => traces.leave(tx, memberId, emails),
      // After the verification of the earlier holder is gone: what the address was denied before stays denied.
      handOver: (tx, leaver) => traces.takeUpDenial(tx, leaver),
    },
  ];
};
