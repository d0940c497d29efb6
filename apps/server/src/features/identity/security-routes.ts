import { endpoints, type User } from '@florin/contract';
import type { Logger } from 'pino';
import type { Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { routesFor, streamsFor, type Call } from '../../platform/http/route.ts';
import type { Vault } from '../../platform/vault.ts';
import type { OnEmailConfirmed } from './confirm-email.ts';
import { closeAccount, type ClearDust } from './closing/close-account.ts';
import { exportMyData } from './closing/export-my-data.ts';
import { ownParts } from './closing/own-part.ts';
import type { PersonalPart } from './closing/personal-part.ts';
import type { Member, SignedIn } from './member.ts';
import { changePassword } from './password/change-password.ts';
import { forgotPassword } from './password/forgot-password.ts';
import { resetPassword } from './password/reset-password.ts';
import { addPasskey, beginPasskey, keepPasskey, removePasskey } from './passkeys/add-passkey.ts';
import type { Letterhead } from '../mail/index.ts';
import { passkeyChallenge, signInByPasskey, stepUpByPasskey } from './passkeys/show-passkey.ts';
import { stepUp } from './second-factor/step-up.ts';
import { renewRecoveryCodes, setUpTwoFactor, turnOffTwoFactor, turnOnTwoFactor } from './second-factor/two-factor.ts';
import { securityState } from './security-state.ts';
import { endOneSession, endOtherSessions, listSessions } from './sessions/open-sessions.ts';

export type SecurityDependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly vault: Vault;
  readonly rateLimits: boolean;
  readonly logger: Logger;
  readonly onEmailConfirmed: OnEmailConfirmed;
  readonly publicUrl: string;
  readonly mode: 'sandbox' | 'live';
  readonly letterhead: Pick<Letterhead, 'brand'>;
  /** The personal data of each slice. */
  readonly personalParts: readonly PersonalPart[];
  readonly clearDust: ClearDust;
};

const route = routesFor<SignedIn>();
const stream = streamsFor<SignedIn>();

/** The routes that protect an account and close it. */
export function securityRoutes(dependencies: SecurityDependencies, view: (member: Member) => Promise<User>) {
  const leaving = { ...dependencies, personalParts: [...ownParts(dependencies.pool), ...dependencies.personalParts] };
  return [
    ...passwordRoutes(dependencies),
    ...sessionRoutes(dependencies),
    ...secondFactorRoutes(dependencies),
    ...passkeyRoutes(dependencies, view),
    route(endpoints.getSecurity, ({ member }) => securityState(dependencies.pool, member.id)),
    stream(endpoints.exportMyData, ({ member }) => exportMyData(leaving, member)),
    route(endpoints.closeAccount, async ({ member, body, ip }) => {
      await closeAccount(leaving, member, { password: body.current_password, ip });
      return undefined;
    }),
  ];
}

const passwordRoutes = (dependencies: SecurityDependencies) => [
  route(endpoints.forgotPassword, async ({ body, ip }) => {
    await forgotPassword(dependencies, { email: body.email, ip });
    return undefined;
  }),
  route(endpoints.resetPassword, async ({ body, ip, isOf }) => {
    isOf(await resetPassword(dependencies, { ...body, ip }));
    return undefined;
  }),
  route(endpoints.changePassword, async ({ member, body, ip }) => {
    await changePassword(dependencies, member, { current: body.current_password, password: body.password, ip });
    return undefined;
  }),
];

const sessionRoutes = ({ pool }: SecurityDependencies) => [
  route(endpoints.listSessions, ({ member }) => listSessions(pool, member)),
  route(endpoints.endOneSession, async ({ member, params }) => {
    await endOneSession(pool, member, params.id);
    return undefined;
  }),
  route(endpoints.endOtherSessions, async ({ member }) => {
    await endOtherSessions(pool, member);
    return undefined;
  }),
];

const secondFactorRoutes = (dependencies: SecurityDependencies) => [
  route(endpoints.stepUp, async ({ member, body, ip }) => {
    await stepUp(dependencies, member, { ...body, ip });
    return undefined;
  }),
  route(endpoints.setUpTwoFactor, ({ member, body, ip }) =>
    setUpTwoFactor(dependencies, member, { password: body.current_password, ip }),
  ),
  route(endpoints.turnOnTwoFactor, async ({ member, body, ip }) => ({
    recovery_codes: await turnOnTwoFactor(dependencies, member, { code: body.code, ip }),
  })),
  route(endpoints.turnOffTwoFactor, async ({ member, body, ip }) => {
    await turnOffTwoFactor(dependencies, member, { password: body.current_password, ip });
    return undefined;
  }),
  route(endpoints.renewRecoveryCodes, async ({ member, body, ip }) => ({
    recovery_codes: await renewRecoveryCodes(dependencies, member, { password: body.current_password, ip }),
  })),
];

type PasskeyCall = Pick<Call<unknown, SignedIn>, 'host' | 'ip' | 'userAgent'>;
type ShownPasskeyCall = PasskeyCall & { readonly body: { readonly challenge_id: string; readonly response: unknown } };

function passkeyRoutes(dependencies: SecurityDependencies, view: (member: Member) => Promise<User>) {
  const { publicUrl, mode } = dependencies;
  const placeOf = ({ host }: PasskeyCall) => ({ publicUrl, mode, host });
  const showingOf = (call: ShownPasskeyCall) => ({
    place: placeOf(call),
    challengeId: call.body.challenge_id,
    answer: call.body.response,
    origin: { ip: call.ip, userAgent: call.userAgent },
  });
  return [
    route(endpoints.getPasskeyChallenge, (call) => passkeyChallenge(dependencies, placeOf(call), call.ip)),
    route(endpoints.signInByPasskey, async (call) => {
      const { token, member } = await signInByPasskey(dependencies, showingOf(call), call.body.remember ?? false);
      call.isOf(member.id);
      return { token, user: await view(member) };
    }),
    route(endpoints.stepUpByPasskey, async (call) => {
      await stepUpByPasskey(dependencies, call.member, showingOf(call));
      return undefined;
    }),
    route(endpoints.beginPasskey, (call) =>
      beginPasskey(dependencies, call.member, {
        place: placeOf(call),
        password: call.body.current_password,
        ip: call.ip,
      }),
    ),
    route(endpoints.addPasskey, (call) => {
      const { challenge_id: challengeId, name, response: answer } = call.body;
      return addPasskey(dependencies, call.member, { place: placeOf(call), challengeId, name, answer });
    }),
    route(endpoints.keepPasskey, async ({ member, params }) => {
      await keepPasskey(dependencies, member, params.id);
      return undefined;
    }),
    route(endpoints.removePasskey, async ({ member, params, body, ip }) => {
      await removePasskey(dependencies, member, { id: params.id, password: body.current_password, ip });
      return undefined;
    }),
  ];
}
