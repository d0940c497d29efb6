import { endpoints } from '@florin/contract';
import { routesFor } from '../../platform/http/route.ts';
import type { History } from '../activity/index.ts';
import { actorOf } from '../businesses/index.ts';
import { confirmAct, type ConfirmingAct, type SignedIn } from '../identity/index.ts';
import { changeRules, rulesView } from './apply-rules.ts';
import { approvalOf, approvalsOf, approve, refuse, withdraw } from './decide.ts';
import { readRules } from './rule-store.ts';
import type { Settling } from './settle.ts';
import { tryRules } from './try-rules.ts';

type Dependencies = Settling & ConfirmingAct & { readonly history: History };

const route = routesFor<SignedIn>();

export const approvalRoutes = (dependencies: Dependencies) => [
  route(endpoints.listApprovals, ({ member, query }) => approvalsOf(dependencies, actorOf(member), query.state)),
  route(endpoints.getApproval, ({ member, params }) => approvalOf(dependencies, actorOf(member), params.id)),
  route(endpoints.approve, async (call) => {
    const actor = actorOf(call.member);
    const { can_decide: canDecide } = await approvalOf(dependencies, actor, call.params.id);
    // A proposal that the person cannot decide about is refused before a code is used up.
    if (canDecide) await confirmAct(dependencies, actor, call);
    return approve(dependencies, actor, call.params.id);
  }),
  route(endpoints.refuse, ({ member, params, body }) =>
    refuse(dependencies, actorOf(member), { id: params.id, reason: body.reason }),
  ),
  route(endpoints.withdrawOwn, ({ member, params }) => withdraw(dependencies, actorOf(member), params.id)),
  route(endpoints.getPaymentRules, async ({ member }) =>
    rulesView(await readRules(dependencies.pool, actorOf(member).id)),
  ),
  route(endpoints.tryPaymentRules, ({ member, body }) => tryRules(dependencies, actorOf(member), body.rules)),
  route(endpoints.changePaymentRules, ({ member, body }) => changeRules(dependencies, actorOf(member), body)),
];
