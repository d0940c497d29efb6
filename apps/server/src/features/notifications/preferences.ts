import type { NotificationPreferences } from '@florin/contract';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { noteChange } from '../../platform/member-changes.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { PushKeys } from './push/push-keys.ts';

type Dependencies = { readonly pool: Pool; readonly pushKeys: PushKeys | undefined };
type Chosen = Pick<NotificationPreferences, 'email' | 'push' | 'sms'>;
type Change = { readonly [Way in keyof Chosen]?: boolean | undefined };

/** What holds for whoever has chosen nothing: the columns' defaults. */
const unchosen: Chosen = { email: true, push: true, sms: false };

/** No gateway for text messages can be configured so far. */
const smsAvailable = false;

export async function getPreferences(
  { pool, pushKeys }: Dependencies,
  memberId: string,
): Promise<NotificationPreferences> {
  const chosen = await preferencesOf(pool, memberId);
  return {
    ...chosen,
    push: chosen.push && pushKeys !== undefined,
    sms_available: smsAvailable,
    push_key: pushKeys ? (await pushKeys.get()).publicKey : null,
  };
}

/** What is not given stays as it is. Refusals: `no_text_messages`, `no_push`. */
export async function changePreferences(
  dependencies: Dependencies,
  memberId: string,
  { email, push, sms }: Change,
): Promise<NotificationPreferences> {
  if (sms === true && !smsAvailable)
    throw new Refusal('no_text_messages', 'No text message gateway is configured on this server.');
  if (push === true && !dependencies.pushKeys) throw noPush();
  await transact(dependencies.pool, async (tx) => {
    await tx.query('insert into notification_preferences (user_id) values ($1) on conflict do nothing', [memberId]);
    await tx.query(
      // News have their moment in milliseconds.
      `update notification_preferences
       set email = coalesce($2, email), push = coalesce($3, push), sms = coalesce($4, sms),
           email_since = case when $2 and not email then date_trunc('milliseconds', now()) else email_since end
       where user_id = $1`,
      [memberId, email, push, sms],
    );
    await noteChange(tx, [memberId], 'account');
  });
  return getPreferences(dependencies, memberId);
}

export async function preferencesOf(database: Queryable, memberId: string): Promise<Chosen> {
  const { rows } = await database.query<Chosen>(
    'select email, push, sms from notification_preferences where user_id = $1',
    [memberId],
  );
  return rows[0] ?? unchosen;
}

export const noPush = () => new Refusal('no_push', 'This server sends no push messages.');
