import type { Queryable } from '../../../platform/database/pool.ts';
import { queueMail } from '../../mail/index.ts';
import type { Member } from '../member.ts';
import { recordChange } from '../record-change.ts';
import { newToken, tokenDigest } from '../secret-token.ts';
import { deviceDigest, deviceOf, type Origin } from './device.ts';
import { maskedNetwork } from './network.ts';

/** The factors that were confirmed at a sign-in. */
type ConfirmedFactors = { readonly withFactor?: boolean; readonly withPassword?: boolean };

/** Opens a session for an authenticated member. Notifies the member about a new device. */
export async function signIn(
  tx: Queryable,
  member: Member,
  { remember, origin, ...shown }: ConfirmedFactors & { remember: boolean; origin: Origin },
): Promise<string> {
  const onNewDevice = await recordDevice(tx, member, origin);
  return openSession(tx, member.id, { remembered: remember, origin, ...shown, onNewDevice });
}

/**
 * Records the browser and network of a sign-in, in the caller's transaction. Notifies the member by mail and in the app
 * about a new device, except for the account's first device. Returns whether the member was notified.
 */
async function recordDevice(
  tx: Queryable,
  { id, email }: { readonly id: string; readonly email: string },
  { ip, userAgent }: Origin,
): Promise<boolean> {
  const device = deviceOf(userAgent);
  const network = maskedNetwork(ip);
  const { rows } = await tx.query<{ announced: boolean }>(
    `insert into known_devices (user_id, device, name, network, announced)
     values ($1, $2, $3, $4, exists (select from known_devices where user_id = $1))
     on conflict do nothing returning announced`,
    [id, deviceDigest(id, device, network), device.name, network],
  );
  if (!rows[0]?.announced) return false;
  await queueMail(tx, {
    to: email,
    subject: 'New sign-in to your account',
    body: [
      `Someone signed in to your {{brand}} account with ${device.name}, from the network ${network}.`,
      'If this was you, ignore this email.',
      'If this was not you, change your password now. This signs out all other devices. Then check the sessions on your profile page.',
    ].join('\n\n'),
  });
  await recordChange(tx, [id], 'notifications');
  return true;
}

type Opening = {
  readonly remembered: boolean;
  readonly origin: Origin;
  /** Whether a second factor was confirmed at the sign-in. */
  readonly withFactor?: boolean;
  /** Whether the password was entered at the sign-in. */
  readonly withPassword?: boolean;
  /** Whether the account was not used on this device before. */
  readonly onNewDevice?: boolean;
};

const maxOpenSessions = 20;

/**
 * Opens a session of 12 hours in the caller's transaction. A remembered session lasts 30 days after its last use and at
 * most 90 days. An account has at most 20 open sessions; one more ends the oldest.
 */
export async function openSession(
  database: Queryable,
  userId: string,
  { remembered, origin, withFactor = false, withPassword = false, onNewDevice = false }: Opening,
): Promise<string> {
  const token = newToken();
  // Serializes the sign-ins to one account, so each sign-in counts the earlier sign-ins.
  await database.query(`select pg_advisory_xact_lock(hashtextextended('open sessions of ' || $1, 0))`, [userId]);
  await database.query(
    `insert into sessions (token_hash, user_id, remembered, user_agent, ip, factor_at, password_at, new_device,
                           created_at, expires_at)
     values (decode($1, 'hex'), $2, $3, $4, $5, case when $6 then now() end, case when $7 then now() end, $8,
             clock_timestamp(), now() + case when $3 then interval '30 days' else interval '12 hours' end)`,
    [tokenDigest(token), userId, remembered, origin.userAgent, origin.ip, withFactor, withPassword, onNewDevice],
  );
  await database.query(
    `delete from sessions where id in
       (select id from sessions where user_id = $1 and expires_at > now() order by created_at desc, id offset $2)`,
    [userId, maxOpenSessions],
  );
  return token;
}

/** A sign-in on a new device that the member was notified about. */
export type NewSignIn = { readonly id: string; readonly device: string; readonly network: string; readonly at: Date };

/** Returns the latest sign-ins on new devices, newest first. A sign-in stays listed after its session ends. */
export async function newSignIns(database: Queryable, userId: string, limit: number): Promise<NewSignIn[]> {
  const { rows } = await database.query<NewSignIn>({
    name: 'new-sign-ins',
    text: `select left(encode(device, 'hex'), 32) as id, name as device, network, first_seen_at as at from known_devices
           where user_id = $1 and announced order by first_seen_at desc limit $2`,
    values: [userId, limit],
  });
  return rows;
}
