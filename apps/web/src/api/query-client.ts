import { CallRefused } from '@florin/contract';
import { onlineManager, QueryClient } from '@tanstack/react-query';
import { NotOffered } from './not-offered.ts';
import { AnswerUnreadable } from './read/read-value.ts';

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        retry: isWorthAnotherTry,
        retryDelay: 500,
        // Offline calls fail immediately (reach.ts). Reconnecting refetches all queries.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // A payment must not wait for the network and run later, when the user no longer expects it.
      mutations: { networkMode: 'always' },
    },
  });

/** Retries network failures once. The server would reject the same call again. */
const isWorthAnotherTry = (failures: number, error: Error) =>
  failures < 1 && onlineManager.isOnline() && !isFinal(error);

const isFinal = (error: Error) =>
  error instanceof AnswerUnreadable ||
  error instanceof NotOffered ||
  (error instanceof CallRefused && error.status < 500);
