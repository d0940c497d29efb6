import { endpoints } from '@florin/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

/** The open approvals of this business, oldest first, or the latest ended approvals. */
export const approvalsQuery = (state: 'open' | 'ended') =>
  queryOptions({
    queryKey: ['business', 'approvals', state],
    queryFn: ({ signal }) => api.call(endpoints.listApprovals, { query: { state } }, { signal }),
  });

export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: ['business', 'approvals', 'one', id],
    queryFn: ({ signal }) => api.call(endpoints.getApproval, { params: { id } }, { signal }),
  });

/** The rules for outgoing payments of this business. */
export const paymentRulesQuery = queryOptions({
  queryKey: ['business', 'rules'],
  queryFn: ({ signal }) => api.call(endpoints.getPaymentRules, {}, { signal }),
});
