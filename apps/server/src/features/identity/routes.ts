import { endpoints } from '@florin/contract';
import type { Ledger } from '../../ledger/index.ts';
import { routesFor } from '../../platform/http/route.ts';
import type { KeyedDigest } from '../../platform/keyed-digest.ts';
import type { Traces } from '../traces/index.ts';
import type { WorthOf } from '../proposals/index.ts';
import { confirmEmail } from './confirm-email.ts';
import { logIn } from './log-in.ts';
import { linkHolderOf } from './mailed-link.ts';
import { userView, type Member, type SignedIn } from './member.ts';
import { profileRoutes, type ProfileDependencies } from './profile/routes.ts';
import { resendConfirmation } from './mail-confirmation.ts';
import { securityRoutes, type SecurityDependencies } from './security-routes.ts';
import { endSession } from './sessions/open-sessions.ts';
import { signUp } from './sign-up.ts';
import { operatorRoutes } from './operators/routes.ts';

type Dependencies = ProfileDependencies &
  SecurityDependencies & {
    readonly ledger: Ledger;
    readonly emailConfirmation: boolean;
    readonly worthOf: WorthOf;
    readonly traces: Traces;
    readonly digestOf: KeyedDigest;
  };

const route = routesFor<SignedIn>();

export function identityRoutes(dependencies: Dependencies) {
  const { pool, ledger } = dependencies;
  const view = async (member: Member) => userView(member, await ledger.balancesOf(member.id));
  return [
    route(endpoints.signup, async ({ body, ip, userAgent, isOf }) => {
      const { token, member } = await signUp(dependencies, { ...body, origin: { ip, userAgent } });
      isOf(member.id);
      return { token, user: await view(member) };
    }),
    route(endpoints.login, async ({ body, ip, userAgent, host, isOf }) => {
      const { email, password, remember = false, code, passkey } = body;
      const { token, member } = await logIn(dependencies, {
        email,
        password,
        remember,
        code,
        passkey: passkey && {
          place: { publicUrl: dependencies.publicUrl, mode: dependencies.mode, host },
          challengeId: passkey.challenge_id,
          answer: passkey.response,
        },
        origin: { ip, userAgent },
      });
      isOf(member.id);
      return { token, user: await view(member) };
    }),
    route(endpoints.me, ({ member }) => view(member)),
    route(endpoints.logout, async ({ token }) => {
      await endSession(pool, token);
      return undefined;
    }),
    route(endpoints.confirmEmail, async (call) =>
      confirmEmail(dependencies, call.body.token, await linkHolderOf(dependencies, call)),
    ),
    route(endpoints.resendConfirmation, async ({ member }) => {
      await resendConfirmation(dependencies, member);
      return undefined;
    }),
    ...profileRoutes(dependencies, view),
    ...securityRoutes(dependencies, view),
    ...operatorRoutes(dependencies),
  ];
}
