import { endpoints } from '@florin/contract';
import { routesFor } from '../../../platform/http/route.ts';
import type { Member } from '../../identity/index.ts';
import { returnOrder, settleOrder, type DecisionDependencies } from './decide-order.ts';
import { listPendingOrders } from './pending-orders.ts';

const route = routesFor<Member>();

export const bankOrderRoutes = (dependencies: DecisionDependencies) => [
  route(endpoints.listBankOrders, ({ member }) => listPendingOrders(dependencies.pool, member.id)),
  route(endpoints.settleBankOrder, async ({ member, params, ip }) => {
    await settleOrder(dependencies, params.id, { operator: member, ip });
    return undefined;
  }),
  route(endpoints.returnBankOrder, async ({ member, params, body, ip }) => {
    await returnOrder(dependencies, params.id, { operator: member, ip, reason: body.reason });
    return undefined;
  }),
];
