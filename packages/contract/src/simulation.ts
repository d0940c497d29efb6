import * as z from 'zod/mini';
import { transaction } from './activity.ts';
import { endpoint } from './endpoint.ts';
import { coinSymbol, id, timestamp } from './wire.ts';

const daySeconds = 24 * 60 * 60;

/** The maximum move of a test clock in one call and in total, and the maximum move of a price. */
export const simulationBounds = {
  advanceSeconds: 366 * daySeconds,
  totalSeconds: 100 * 366 * daySeconds,
  pricePercent: 50,
} as const;

/** The test clock of an account in the sandbox. */
export const testClock = z.object({
  /** The server's time plus all moves, which is the account's current time. Postings keep the server's time. */
  now: timestamp,
  advanced_seconds: z.number(),
});
export type TestClock = z.infer<typeof testClock>;

export const getTestClock = endpoint({
  method: 'GET',
  path: '/sandbox/clock',
  summary: 'Get the test clock of the account. Not in live mode',
  access: 'member',
  answer: testClock,
  refusals: ['not_found'],
});

export const advanceTestClock = endpoint({
  method: 'POST',
  path: '/sandbox/clock',
  summary:
    'Move the test clock of the account forward: what is due by then becomes due now, and the jobs do the rest within seconds. Only the due times of this account move. Not in live mode',
  access: 'member',
  keyed: true,
  atMost: { times: 60, seconds: 60, sharedAs: 'test clock' },
  body: z.object({
    advance_seconds: z.int().check(z.minimum(1), z.maximum(simulationBounds.advanceSeconds)),
  }),
  answer: testClock,
  refusals: ['not_found'],
});

export const simulateReturn = endpoint({
  method: 'POST',
  path: '/sandbox/withdrawals/:id/return',
  summary: 'Let the bank return a withdrawal of yours, pending or completed. Not in live mode',
  access: 'member',
  atMost: { times: 30, seconds: 60, sharedAs: 'funding' },
  movesMoney: true,
  params: z.object({ id }),
  answer: transaction,
  refusals: ['not_found', 'order_not_found', 'order_not_pending'],
});

/** A move of a coin's simulated price. The move fades evenly between the two times. */
export const priceMove = z.object({ symbol: z.string(), percent: z.number(), from: timestamp, until: timestamp });
export type PriceMove = z.infer<typeof priceMove>;

export const simulatePriceMove = endpoint({
  method: 'POST',
  path: '/sandbox/prices',
  summary:
    'Move the simulated price of a coin for all members by at most 50 % up or down. The move fades away within an hour. Not in live mode, nor with real prices',
  access: 'member',
  keyed: true,
  atMost: { times: 10, seconds: 3_600, sharedAs: 'price moves' },
  body: z.object({
    symbol: coinSymbol,
    percent: z.number().check(z.minimum(-simulationBounds.pricePercent), z.maximum(simulationBounds.pricePercent)),
  }),
  answer: priceMove,
  refusals: ['not_found', 'coin_not_found'],
});
