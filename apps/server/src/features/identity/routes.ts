import { endpoints } from '@florin/contract';
import type { Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { routesFor } from '../../platform/http/route.ts';
import { logIn } from './log-in.ts';
import { userView, type Member } from './member.ts';
import { endSession } from './sessions.ts';
import { signUp } from './sign-up.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger; readonly rateLimits: boolean };

const route = routesFor<Member>();

export function identityRoutes(dependencies: Dependencies) {
  const { pool, ledger } = dependencies;
  const view = async (member: Member) => userView(member, await ledger.balancesOf(member.id));
  return [
    route(endpoints.signup, async ({ body, ip }) => {
      const { token, member } = await signUp(dependencies, { ...body, ip });
      return { token, user: await view(member) };
    }),
    route(endpoints.login, async ({ body, ip }) => {
      const { token, member } = await logIn(dependencies, { ...body, remember: body.remember ?? false, ip });
      return { token, user: await view(member) };
    }),
    route(endpoints.me, ({ member }) => view(member)),
    route(endpoints.logout, async ({ token }) => {
      await endSession(pool, token);
      return undefined;
    }),
  ];
}
