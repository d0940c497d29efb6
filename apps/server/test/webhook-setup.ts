import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { asManyAsAServer, createTestApp, type TestApp } from './test-app.ts';
import { startReceiver, type Receiver } from './webhook-receiver.ts';

/** The fixtures of a webhook test, which exist from `beforeAll` and `beforeEach` on. */
export type WebhookSetup = { florin: TestApp; receiver: Receiver };

/** Starts the product for the tests of a file, and a new receiver for each test. Expects clean books at the end. */
export function webhookSetup(): WebhookSetup {
  const setup = {} as WebhookSetup;
  beforeAll(async () => {
    setup.florin = await createTestApp({}, {}, asManyAsAServer);
  });
  beforeEach(async () => {
    setup.receiver = await startReceiver();
  });
  afterEach(() => setup.receiver.close());
  afterAll(async () => {
    await setup.florin.expectCleanBooks();
    await setup.florin.close();
  });
  return setup;
}
