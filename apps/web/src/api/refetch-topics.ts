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

/** The queries of each topic, except the queries of `refreshMoney` and the signed-in user. */
const queriesOf: Record<EventTopic, readonly (readonly string[])[]> = {
  // A payment of a business may wait for approval.
  money: [requests, kycQuery.queryKey, ['business', 'approvals']],
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
    ['business'],
    ['businesses'],
    ['keys'],
    ['webhooks'],
  ],
};

/** Invalidates the queries of these topics. Queries on the screen are refetched now, others when they appear. */
export function refetchTopics(queryClient: QueryClient, topics: readonly EventTopic[], which: Which = all) {
  const keys = new Set(topics.flatMap((topic) => queriesOf[topic]));
  for (const queryKey of keys) invalidate(queryClient, { queryKey, predicate: which });
  if (topics.includes('money')) refreshMoney(queryClient, which);
  else if (topics.includes('account')) void refreshUser(queryClient);
}
