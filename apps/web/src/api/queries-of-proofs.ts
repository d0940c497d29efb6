import { endpoints } from '@florin/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

/** The house's statement of its books, for anyone. */
export const booksQuery = queryOptions({
  queryKey: ['books'],
  queryFn: ({ signal }) => api.call(endpoints.getBooks, {}, { signal }),
});

/** The certificates that sign this house's documents, as PEM. */
export const documentCertificatesQuery = queryOptions({
  queryKey: ['document-certificates'],
  queryFn: async ({ signal }) => {
    const answer = await fetch('/.well-known/florin-documents.pem', { signal });
    if (!answer.ok) throw new Error(`the certificates answer with status ${answer.status}`);
    return answer.text();
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** The payers of the account, for statements of income. */
export const payersQuery = queryOptions({
  queryKey: ['payers'],
  queryFn: ({ signal }) => api.call(endpoints.listPayers, {}, { signal }),
});
