import { endpoints } from '@florin/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { orFallback } from './not-offered.ts';

/** The businesses that the person acts for. Empty if the server has no businesses. */
export const businessesQuery = queryOptions({
  queryKey: ['businesses'],
  queryFn: ({ signal }) => orFallback(api.call(endpoints.listBusinesses, {}, { signal }), () => []),
});

/** The business of this account, with the data that an operator verifies. */
export const ownBusinessQuery = queryOptions({
  queryKey: ['business'],
  queryFn: ({ signal }) => api.call(endpoints.getBusiness, {}, { signal }),
});

export const businessPeopleQuery = queryOptions({
  queryKey: ['business', 'people'],
  queryFn: ({ signal }) => api.call(endpoints.listBusinessPeople, {}, { signal }),
});

/** The actions in the business with their authors, newest first. */
export const businessActsQuery = queryOptions({
  queryKey: ['business', 'acts'],
  queryFn: ({ signal }) => api.call(endpoints.listBusinessActs, {}, { signal }),
});
