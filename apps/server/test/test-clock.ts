import { endpoints, type Client, type TestClock } from '@florin/contract';

export const hourSeconds = 3_600;
export const daySeconds = 24 * hourSeconds;

/** Moves the test clock of the client's account. */
export const advance = (client: Client, seconds: number, idempotencyKey?: string): Promise<TestClock> =>
  client.call(
    endpoints.advanceTestClock,
    { body: { advance_seconds: seconds } },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );
