import { endpoints } from '@florin/contract';
import { routesFor } from '../../../platform/http/route.ts';
import { recordLook } from '../../audit/index.ts';
import type { Member } from '../../identity/index.ts';
import { proposalView, type Proposal, type WorthOf } from '../../proposals/index.ts';
import { returnOrder, settleOrder, type DecisionDependencies } from './decide-order.ts';
import { listPendingOrders } from './pending-orders.ts';

const route = routesFor<Member>();

export const bankOrderRoutes = (dependencies: DecisionDependencies & { readonly worthOf: WorthOf }) => {
  const viewOf = (proposal: Proposal | undefined, reader: Member) => ({
    proposal: proposal ? proposalView(proposal, reader, dependencies.worthOf) : null,
  });
  return [
    route(endpoints.listBankOrders, async ({ member, ip }) => {
      await recordLook(dependencies.pool, { operator: member, ip, did: 'Viewed pending orders' });
      return listPendingOrders(dependencies.pool, member.id);
    }),
    route(endpoints.settleBankOrder, async ({ member, command, params, body, ip }) => {
      const by = { operator: member, ip };
      const asked = { by, proposer: { by, command }, reason: body.reason };
      return viewOf(await settleOrder(dependencies, params.id, asked), member);
    }),
    route(endpoints.returnBankOrder, async ({ member, command, params, body, ip }) => {
      const by = { operator: member, ip };
      const asked = { by, proposer: { by, command }, reason: body.reason };
      return viewOf(await returnOrder(dependencies, params.id, asked), member);
    }),
  ];
};
