import { endpoints, type Client } from '@florin/contract';
import { withdrawalOf } from './business-attempts.ts';

type Ready = (key: { readonly idempotencyKey: string }) => Promise<unknown>;
let made = 0;

/** Prepares calls about the test clock and simulations that would succeed, each with another body or path. */
export const simulationCalls = (client: () => Client) => ({
  advanceTestClock: async (): Promise<Ready> => {
    const body = { advance_seconds: (made += 1) };
    return (key) => client().call(endpoints.advanceTestClock, { body }, key);
  },
  simulateReturn: async (): Promise<Ready> => {
    const call = { params: { id: await withdrawalOf(client()) } };
    return (key) => client().call(endpoints.simulateReturn, call, key);
  },
  simulatePriceMove: async (): Promise<Ready> => {
    const body = { symbol: 'BTC', percent: (made += 1) / 100 };
    return (key) => client().call(endpoints.simulatePriceMove, { body }, key);
  },
});
