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
  // The sums are stated by a node with several connections: a snapshot has its own.
  const node = await startSecondNode(florin);
  await stateSums(node.app.dependencies.log);
  await node.close();
  expect((await visit('getProof', { token })).raw).toContain('"format":"florin-proof/1"');
  await visit('getTransactionProof', { token, params: { id: transactionId } });
  expect((await visit('getBooks')).raw).toContain('"liabilities_exact":');
}
