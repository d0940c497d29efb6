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
        // Out of reach a call fails at once (reach.ts): nobody waits for what cannot come, and all is asked again after.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // A payment that waits for the network would be made when nobody expects it any more.
      mutations: { networkMode: 'always' },
    },
  });

/** What the server refused it will refuse again; what did not reach it may get through. */
const isWorthAnotherTry = (failures: number, error: Error) =>
  failures < 1 && onlineManager.isOnline() && !isFinal(error);

const isFinal = (error: Error) =>
  error instanceof AnswerUnreadable ||
  error instanceof NotOffered ||
  (error instanceof CallRefused && error.status < 500);
