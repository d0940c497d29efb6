import { endpoints } from '@florin/contract';
import { expect } from 'vitest';
import { stateSums } from '../src/features/proofs/index.ts';
import type { endpointVisits } from './endpoint-visits.ts';
import { startSecondNode } from './second-node.ts';
import type { TestApp } from './test-app.ts';

/** Calls each endpoint about proofs, for a member with a transaction. */
export async function visitProofs(
  { visit }: Pick<ReturnType<typeof endpointVisits>, 'visit'>,
  florin: TestApp,
  { token, transactionId }: { readonly token: string; readonly transactionId: string },
): Promise<void> {
  // A node with several connections states the sums, because a snapshot needs a separate connection.
  const node = await startSecondNode(florin);
  await stateSums(node.app.dependencies.log);
  await node.close();
  expect((await visit('getProof', { token })).raw).toContain('"format":"florin-proof/1"');
  await visit('getTransactionProof', { token, params: { id: transactionId } });
  const lea = await florin.signUpWith('20.00');
  const { email } = await florin.clientOf(token).call(endpoints.me);
  await lea.client.call(endpoints.sendMoney, { body: { recipient_email: email, amount: '5.00' } });
  await visit('shareBalance', { token, body: { currency: 'USD', at_least: '1.00', days: 1 } });
  expect((await visit('listPayers', { token })).raw).toContain('"currencies":["USD"]');
  const month = new Date().toISOString().slice(0, 7);
  const income = { currency: 'USD', payer: lea.user.email, from: month, to: month, days: 30 };
  expect((await visit('shareIncome', { token, body: income })).raw).toMatch(
    /^\{"statement":"[\w-]+\.[\w-]+\.[\w~-]+"\}$/,
  );
  expect((await visit('getBooks')).raw).toContain('"liabilities_exact":');
}
