import { endpoints, type KycFile } from '@florin/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

/** An uploaded file, which never changes, because a replacement gets another id. */
export const kycFileQuery = ({ id, type }: Pick<KycFile, 'id' | 'type'>) =>
  queryOptions<Blob>({
    queryKey: ['kyc-files', id],
    queryFn: async ({ signal }) => {
      const answer = await api.open(endpoints.getKycFile, { params: { id } }, { signal });
      return new Blob([await answer.arrayBuffer()], { type });
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
