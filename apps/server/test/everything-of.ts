import { endpoints } from '@florin/contract';
import type { TestMember } from './test-app.ts';

/** Returns all data that members can read about their own account. */
export const everythingOf = async ({ client }: TestMember) => [
  await client.call(endpoints.me),
  await client.call(endpoints.listPaymentMethods),
  await client.call(endpoints.listTransactions, { query: {} }),
  await client.call(endpoints.getFirstSteps),
  await client.call(endpoints.getPortfolio),
  await client.call(endpoints.getGains),
  await client.call(endpoints.listFavoriteCoins),
  await client.call(endpoints.listContacts),
  await client.call(endpoints.listSessions),
  await client.call(endpoints.getSecurity),
  await client.call(endpoints.getKycDraft),
  await client.call(endpoints.listKeys),
  await client.call(endpoints.listPaymentRequests, { query: {} }),
  await client.call(endpoints.listWebhooks),
  await client.call(endpoints.listInvoices, { query: {} }),
];
