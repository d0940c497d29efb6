import { endpoints } from '@florin/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { orFallback } from './not-offered.ts';

/** The bank accounts to transfer to, with the member's payment reference. Empty if the server has no bank accounts. */
export const fundingInstructionsQuery = queryOptions({
  queryKey: ['funding-instructions'],
  queryFn: ({ signal }) => orFallback(api.call(endpoints.getFundingInstructions, {}, { signal }), () => []),
});
