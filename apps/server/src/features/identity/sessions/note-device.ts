import type { Queryable } from '../../../platform/database/pool.ts';
import { recordChange } from '../record-change.ts';
import { queueMail } from '../../mail/index.ts';
import { deviceDigest, deviceOf, type Origin } from './device.ts';
import { maskedNetwork } from './network.ts';

/**
 * Remembers where a member signs in from: with which browser, in which network. Tells the member, by mail and in the app,
 * of a device that is not the account's first and was not seen on it before. Returns whether it is one. In the caller's
 * transaction.
 */
export async function noteDevice(
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
      `Somebody signed in to your Florin account with ${device.name}, from the network ${network}.`,
      "If this was you, you don't need to do anything.",
      'If it was not, change your password now: that ends every other session. Then look at the sessions on your profile page.',
    ].join('\n\n'),
  });
  await recordChange(tx, [id], 'notifications');
  return true;
}
