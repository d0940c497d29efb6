import { CallRefused } from '@florin/contract';
import { QueryClient } from '@tanstack/react-query';

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 2_000, retry: isWorthAnotherTry, retryDelay: 500 },
      // A payment that waits for the network would be made when nobody expects it any more.
      mutations: { networkMode: 'always' },
    },
  });

/** What the server refused it will refuse again; what did not reach it may get through. */
const isWorthAnotherTry = (failures: number, error: Error) =>
  failures < 1 && !(error instanceof CallRefused && error.status < 500);
