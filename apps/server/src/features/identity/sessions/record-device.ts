import type { Queryable } from '../../../platform/database/pool.ts';
import { recordChange } from '../record-change.ts';
import { queueMail } from '../../mail/index.ts';
import { deviceDigest, deviceOf, type Origin } from './device.ts';
import { maskedNetwork } from './network.ts';

/**
 * Records the browser and network of a sign-in, in the caller's transaction. Notifies the member by mail and in the app
 * about a new device, except for the account's first device. Returns whether the member was notified.
 */
export async function recordDevice(
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
      `Someone signed in to your Florin account with ${device.name}, from the network ${network}.`,
      'If this was you, ignore this email.',
      'If this was not you, change your password now. This signs out all other devices. Then check the sessions on your profile page.',
    ].join('\n\n'),
  });
  await recordChange(tx, [id], 'notifications');
  return true;
}
