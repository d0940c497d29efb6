import { endpoints, type Proposal } from '@florin/contract';
import type { TestMember } from './test-app.ts';

/** Another operator approves what was proposed. */
export const approve = ({ client }: TestMember, id: string): Promise<Proposal> =>
  client.call(endpoints.approveProposal, { params: { id }, body: { reason: 'Seen on the bank’s statement.' } });

/** What was proposed, where something was. */
export function proposed({ proposal }: { readonly proposal: Proposal | null }): Proposal {
  if (!proposal) throw new Error('nothing was proposed');
  return proposal;
}
