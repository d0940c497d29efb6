import { endpoints } from '@florin/contract';
import type { Pool } from '../../../platform/database/pool.ts';
import type { KeyedDigest } from '../../../platform/keyed-digest.ts';
import { routesFor } from '../../../platform/http/route.ts';
import { proposalView, type WorthOf } from '../../proposals/index.ts';
import type { Member } from '../member.ts';
import { endUserSessions, freezeUser, unfreezeUser } from './change-user.ts';
import { proposeFactorReset } from './reset-factor.ts';
import { searchUsers } from './find-users.ts';

const route = routesFor<Member>();

type Dependencies = { readonly pool: Pool; readonly worthOf: WorthOf; readonly digestOf: KeyedDigest };

export const operatorRoutes = ({ pool, worthOf, digestOf }: Dependencies) => [
  route(endpoints.findUsers, ({ member: operator, ip, body }) =>
    searchUsers({ pool, digestOf }, { operator, ip }, body.q),
  ),
  route(endpoints.freezeUser, async ({ member, params, body, ip }) =>
    freezeUser(pool, params.id, { operator: member, ip, reason: body.reason }),
  ),
  route(endpoints.unfreezeUser, ({ member, params, ip }) => unfreezeUser(pool, params.id, { operator: member, ip })),
  route(endpoints.endUserSessions, ({ member, params, ip }) =>
    endUserSessions(pool, params.id, { operator: member, ip }),
  ),
  route(endpoints.resetUserFactor, async ({ member: operator, command, params, body, ip }) =>
    proposalView(
      await proposeFactorReset(pool, params.id, { by: { operator, ip }, command, reason: body.reason }),
      operator,
      worthOf,
    ),
  ),
];
