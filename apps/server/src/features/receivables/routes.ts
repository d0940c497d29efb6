import { endpoints } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import { routesFor } from '../../platform/http/route.ts';
import { recordLook } from '../audit/index.ts';
import type { SignedIn } from '../identity/index.ts';
import { proposalView, type WorthOf } from '../proposals/index.ts';
import { listReceivables } from './list-receivables.ts';
import { proposeWriteOff } from './write-off.ts';

const route = routesFor<SignedIn>();

export const receivableRoutes = ({ pool, worthOf }: { readonly pool: Pool; readonly worthOf: WorthOf }) => [
  route(endpoints.listReceivables, async ({ member, ip }) => {
    await recordLook(pool, { operator: member, ip, did: 'Viewed receivables' });
    return listReceivables(pool, member.id);
  }),
  route(endpoints.writeOffReceivable, async ({ member, command, params, body, ip }) => {
    const by = { operator: member, ip };
    const proposal = await proposeWriteOff({ pool }, params.id, { by, command, reason: body.reason });
    return { proposal: proposalView(proposal, member, worthOf) };
  }),
];
