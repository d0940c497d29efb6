import { Readable } from 'node:stream';
import { endpoints, type User } from '@florin/contract';
import type { Logger } from 'pino';
import type { Ledger } from '../../../ledger/index.ts';
import type { Pool } from '../../../platform/database/pool.ts';
import { routesFor, streamsFor } from '../../../platform/http/route.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { HouseName } from '../assert-not-the-house.ts';
import type { OnEmailConfirmed } from '../confirm-email.ts';
import { giveUpAddress, listFormerAddresses, type GiveUpDependencies } from '../former-addresses.ts';
import { linkHolderOf } from '../mailed-link.ts';
import type { Member, SignedIn } from '../member.ts';
import { findAvatar, removeAvatar, setAvatar } from './avatar.ts';
import { changeEmail } from './change-email.ts';
import { changeProfile } from './change-profile.ts';
import { confirmEmailChange } from './confirm-email-change.ts';
import { confirmPhone } from '../phone/confirm-phone.ts';
import { sendPhoneCode, type PhoneDependencies } from '../phone/send-phone-code.ts';

export type ProfileDependencies = PhoneDependencies &
  GiveUpDependencies &
  HouseName & {
    readonly pool: Pool;
    readonly ledger: Ledger;
    readonly logger: Logger;
    readonly vault: Vault;
    readonly authenticate: (token: string) => Promise<SignedIn>;
    readonly rateLimits: boolean;
    readonly publicUrl: string;
    readonly onEmailConfirmed: OnEmailConfirmed;
  };

const route = routesFor<SignedIn>();
const stream = streamsFor<SignedIn>();

export function profileRoutes(dependencies: ProfileDependencies, view: (member: Member) => Promise<User>) {
  const { pool } = dependencies;
  return [
    route(endpoints.changeProfile, async ({ member, body }) => view(await changeProfile(dependencies, member, body))),
    route(endpoints.sendPhoneCode, async ({ member, ip }) => {
      await sendPhoneCode(dependencies, member, ip);
      return undefined;
    }),
    route(endpoints.confirmPhone, async ({ member, body }) =>
      view(await confirmPhone(dependencies, member, body.code)),
    ),
    route(endpoints.changeEmail, async ({ member, body, ip }) => {
      await changeEmail(dependencies, member, { email: body.email, password: body.current_password, ip });
      return undefined;
    }),
    route(endpoints.listFormerAddresses, async ({ member }) => {
      const addresses = await listFormerAddresses(pool, member.id);
      return addresses.map(({ email, since }) => ({ email, since: since.toISOString() }));
    }),
    route(endpoints.giveUpAddress, async ({ member, body }) => {
      await giveUpAddress(dependencies, member, body.email);
      return undefined;
    }),
    route(endpoints.confirmEmailChange, async (call) =>
      confirmEmailChange(dependencies, call.body.token, await linkHolderOf(dependencies, call)),
    ),
    route(endpoints.setAvatar, async ({ member, upload }) => view(await setAvatar(dependencies, member, upload))),
    route(endpoints.removeAvatar, async ({ member }) => view(await removeAvatar(pool, member))),
    stream(endpoints.getAvatar, async ({ params }) => ({
      stream: Readable.from([await findAvatar(pool, params.id)]),
      immutable: true,
    })),
  ];
}
