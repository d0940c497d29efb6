import { Readable } from 'node:stream';
import { endpoints } from '@florin/contract';
import type { Logger } from 'pino';
import type { Ledger } from '../../../ledger/index.ts';
import type { Pool } from '../../../platform/database/pool.ts';
import { routesFor, streamsFor } from '../../../platform/http/route.ts';
import type { OnEmailConfirmed } from '../confirm-email.ts';
import { userView, type Member } from '../member.ts';
import { findAvatar, removeAvatar } from './avatar-store.ts';
import { changeEmail } from './change-email.ts';
import { changeProfile } from './change-profile.ts';
import { confirmEmailChange, type OnEmailChanged } from './confirm-email-change.ts';
import { setAvatar } from './set-avatar.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly logger: Logger;
  readonly rateLimits: boolean;
  readonly publicUrl: string;
  readonly onEmailConfirmed: OnEmailConfirmed;
  readonly onEmailChanged: OnEmailChanged;
};

const route = routesFor<Member>();
const stream = streamsFor<Member>();

export function profileRoutes(dependencies: Dependencies) {
  const { pool, ledger } = dependencies;
  const view = async (member: Member) => userView(member, await ledger.balancesOf(member.id));
  return [
    route(endpoints.changeProfile, async ({ member, body }) => view(await changeProfile(pool, member, body))),
    route(endpoints.changeEmail, async ({ member, body, ip }) => {
      await changeEmail(dependencies, member, { email: body.email, password: body.current_password, ip });
      return undefined;
    }),
    route(endpoints.confirmEmailChange, ({ body }) => confirmEmailChange(dependencies, body.token)),
    route(endpoints.setAvatar, async ({ member, upload }) => view(await setAvatar(dependencies, member, upload))),
    route(endpoints.removeAvatar, async ({ member }) => view(await removeAvatar(pool, member))),
    stream(endpoints.getAvatar, async ({ params }) => ({
      stream: Readable.from([await findAvatar(pool, params.id)]),
      immutable: true,
    })),
  ];
}
