import { endpoints, type CallOf, type Endpoints } from '@florin/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

export type InvoiceFilter = NonNullable<CallOf<Endpoints['listInvoices']>['query']['state']>;

/** The key prefix of the member's own invoices: lists and details. */
export const invoicesKey = ['invoices'] as const;

const firstPage: string | undefined = undefined;

export const invoicesQuery = (state: InvoiceFilter) =>
  infiniteQueryOptions({
    queryKey: [...invoicesKey, 'pages', state],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.page(endpoints.listInvoices, { query: { state, ...(cursor !== undefined && { cursor }) } }, { signal }),
    initialPageParam: firstPage as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const invoiceQuery = (id: string) =>
  queryOptions({
    queryKey: [...invoicesKey, 'one', id],
    queryFn: ({ signal }) => api.call(endpoints.getInvoice, { params: { id } }, { signal }),
  });

export const invoiceSettingsQuery = queryOptions({
  queryKey: [...invoicesKey, 'settings'],
  queryFn: ({ signal }) => api.call(endpoints.getInvoiceSettings, {}, { signal }),
});

export const publicInvoiceQuery = (token: string) =>
  queryOptions({
    queryKey: ['public-invoice', token],
    queryFn: ({ signal }) => api.call(endpoints.getPublicInvoice, { params: { token } }, { signal }),
  });
