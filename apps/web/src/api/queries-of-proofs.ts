import { endpoints } from '@florin/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

/** What the house states of its books, for anyone. */
export const booksQuery = queryOptions({
  queryKey: ['books'],
  queryFn: ({ signal }) => api.call(endpoints.getBooks, {}, { signal }),
});
