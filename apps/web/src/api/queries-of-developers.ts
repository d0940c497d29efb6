import { endpoints } from '@florin/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { ifOffered } from './not-offered.ts';

/** The API keys of the account, newest first, without revoked keys. */
export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => ifOffered(api.call(endpoints.listKeys, {}, { signal })),
});

/** The webhooks of the account, oldest first. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => ifOffered(api.call(endpoints.listWebhooks, {}, { signal })),
});

export type DeliveryState = 'all' | 'waiting' | 'delivered' | 'failed';

const deliveriesPerPage = 30;

/** The deliveries of a webhook, newest first. */
export const deliveriesQuery = (id: string, state: DeliveryState) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', id, 'deliveries', state],
    queryFn: ({ pageParam: before, signal }) =>
      api.call(
        endpoints.listWebhookDeliveries,
        { params: { id }, query: { state, before, limit: deliveriesPerPage } },
        { signal },
      ),
    staleTime: 0,
    initialPageParam: Number.MAX_SAFE_INTEGER,
    getNextPageParam: ({ deliveries, has_more: hasMore }) => (hasMore ? deliveries.at(-1)?.sequence : undefined),
  });

/** A delivery with its event and its attempts. */
export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', id],
    queryFn: ({ signal }) => api.call(endpoints.getWebhookDelivery, { params: { id } }, { signal }),
    staleTime: 0,
  });

const eventsPerPage = 30;

/** The event log, newest first. */
export const eventsQuery = infiniteQueryOptions({
  queryKey: ['event-log'],
  queryFn: ({ pageParam: before, signal }) =>
    ifOffered(api.call(endpoints.listEvents, { query: { before, limit: eventsPerPage } }, { signal })),
  staleTime: 0,
  initialPageParam: Number.MAX_SAFE_INTEGER,
  getNextPageParam: ({ events, has_more: hasMore }) => (hasMore ? events.at(-1)?.sequence : undefined),
});

/** The test clock of the account, in a sandbox. */
export const testClockQuery = queryOptions({
  queryKey: ['test-clock'],
  queryFn: ({ signal }) => ifOffered(api.call(endpoints.getTestClock, {}, { signal })),
  refetchInterval: 60_000,
});
