import { endpoints } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import { routesFor } from '../../platform/http/route.ts';
import { recordLook } from '../audit/index.ts';
import { approveProposal, rejectProposal, withdrawProposal, type Carriers } from './decide-proposal.ts';
import { listOpenProposals } from './proposal-store.ts';
import { proposalView, type WorthOf } from './proposal-view.ts';

const route = routesFor<{ readonly id: string; readonly email: string }>();

type Dependencies = { readonly pool: Pool; readonly carriers: Carriers; readonly worthOf: WorthOf };

export const proposalRoutes = (dependencies: Dependencies) => {
  const { pool, worthOf } = dependencies;
  return [
    route(endpoints.listProposals, async ({ member, ip }) => {
      await recordLook(pool, { operator: member, ip, did: 'Viewed proposals' });
      return (await listOpenProposals(pool)).map((proposal) => proposalView(proposal, member, worthOf));
    }),
    route(endpoints.approveProposal, async ({ member: operator, ip, params, body }) => {
      const approved = await approveProposal(dependencies, params.id, { by: { operator, ip }, reason: body.reason });
      return proposalView(approved, operator, worthOf);
    }),
    route(endpoints.rejectProposal, async ({ member: operator, ip, params, body }) => {
      const rejected = await rejectProposal(pool, params.id, { by: { operator, ip }, reason: body.reason });
      return proposalView(rejected, operator, worthOf);
    }),
    route(endpoints.withdrawProposal, async ({ member: operator, ip, params }) =>
      proposalView(await withdrawProposal(pool, params.id, { operator, ip }), operator, worthOf),
    ),
  ];
};
