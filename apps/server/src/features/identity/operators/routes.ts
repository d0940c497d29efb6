import { endpoints } from '@florin/contract';
import type { Pool } from '../../../platform/database/pool.ts';
import { routesFor } from '../../../platform/http/route.ts';
import type { Member } from '../member.ts';
import { endUserSessions, freezeUser, unfreezeUser } from './change-user.ts';
import { findUsers } from './find-users.ts';

const route = routesFor<Member>();

export const operatorRoutes = ({ pool }: { pool: Pool }) => [
  route(endpoints.findUsers, ({ body }) => findUsers(pool, body.q)),
  route(endpoints.freezeUser, async ({ member, params, body, ip }) =>
    freezeUser(pool, params.id, { operator: member, ip, reason: body.reason }),
  ),
  route(endpoints.unfreezeUser, ({ member, params, ip }) => unfreezeUser(pool, params.id, { operator: member, ip })),
  route(endpoints.endUserSessions, ({ member, params, ip }) =>
    endUserSessions(pool, params.id, { operator: member, ip }),
  ),
];
