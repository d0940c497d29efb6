import { endpoints } from '@florin/contract';
import type { endpointVisits } from './endpoint-visits.ts';
import type { TestApp } from './test-app.ts';

/** Makes each call about the test clock and simulations. Returns the clock in the form in which it was sent. */
export async function visitSimulations({ visit }: ReturnType<typeof endpointVisits>, florin: TestApp): Promise<string> {
  const { token, client } = await florin.signUpWith('100.00');
  const bank = await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  const body = { amount: '20.00', payment_method_id: bank.id };
  const { id } = await client.call(endpoints.withdraw, { body });
  await visit('simulateReturn', { token, params: { id } });
  await visit('simulatePriceMove', { token, body: { symbol: 'BTC', percent: -5 } });
  await visit('advanceTestClock', { token, body: { advance_seconds: 3_600 } });
  return (await visit('getTestClock', { token })).raw;
}
