import type { EventTopic } from '@florin/contract';
import type { QueryClient } from '@tanstack/react-query';
import { all, invalidate, type Which } from './invalidate.ts';
import {
  allowanceQuery,
  contactsQuery,
  kycDraftQuery,
  kycQuery,
  limitsQuery,
  notificationsQuery,
  planQuery,
  preferencesQuery,
  securityQuery,
} from './queries.ts';
import { refreshMoney } from './refresh-money.ts';
import { refreshUser } from './session.ts';

const requests = ['payment-requests'];

/** What is asked again for, besides what money changes and the signed-in user. */
const queriesOf: Record<EventTopic, readonly (readonly string[])[]> = {
  money: [requests, kycQuery.queryKey],
  requests: [requests],
  notifications: [notificationsQuery.queryKey],
  contacts: [contactsQuery.queryKey],
  account: [
    kycQuery.queryKey,
    kycDraftQuery.queryKey,
    limitsQuery.queryKey,
    planQuery.queryKey,
    allowanceQuery.queryKey,
    preferencesQuery.queryKey,
    securityQuery.queryKey,
  ],
};

/** Asks again for what these topics are about, as far as it is on the screen; the rest is asked for when it is. */
export function askAgain(queryClient: QueryClient, topics: readonly EventTopic[], which: Which = all) {
  const keys = new Set(topics.flatMap((topic) => queriesOf[topic]));
  for (const queryKey of keys) invalidate(queryClient, { queryKey, predicate: which });
  if (topics.includes('money')) refreshMoney(queryClient, which);
  else if (topics.includes('account')) void refreshUser(queryClient);
}
