import { notificationTopics, type NotificationPreferences, type NotificationTopic } from '@florin/contract';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordChange } from '../identity/index.ts';
import type { PushKeys } from './push/push-keys.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly pushKeys: PushKeys | undefined;
  /** Without a gateway this server sends no text messages. */
  readonly textsAvailable: boolean;
};
type Channels = Pick<NotificationPreferences, 'email' | 'push' | 'sms'>;
type ChannelChange = { readonly [Channel in keyof Channels]?: boolean | undefined };
type TopicChanges = { readonly [Topic in NotificationTopic]?: ChannelChange | undefined };
type Change = ChannelChange & { readonly topics?: TopicChanges | undefined };
type Chosen = Channels & Pick<NotificationPreferences, 'topics'>;

/** The preferences without a choice: the columns' defaults. */
const defaults: Channels = { email: true, push: true, sms: false };

/** Returns a topic's preferences without a choice. Security mails cannot be turned off. */
const topicDefault = (topic: NotificationTopic): Channels => ({ email: true, push: true, sms: topic !== 'trades' });

export async function getPreferences(
  { pool, pushKeys, textsAvailable }: Dependencies,
  memberId: string,
): Promise<NotificationPreferences> {
  const chosen = await preferencesOf(pool, memberId);
  return {
    ...chosen,
    push: chosen.push && pushKeys !== undefined,
    sms_available: textsAvailable,
    push_key: pushKeys ? (await pushKeys.get()).publicKey : null,
  };
}

/**
 * Changes only the given preferences. The choice of text messages is stored even if the server sends none. Errors:
 * `no_push`, `invalid_request` for turning off security mails.
 */
export async function changePreferences(
  dependencies: Dependencies,
  memberId: string,
  { email, push, sms, topics = {} }: Change,
): Promise<NotificationPreferences> {
  if (push === true && !dependencies.pushKeys) throw noPush();
  if (topics.security?.email === false)
    throw new Refusal('invalid_request', 'Emails about security cannot be turned off.', {
      fields: { 'topics.security.email': 'Emails about security cannot be turned off.' },
    });
  await transact(dependencies.pool, async (tx) => {
    await tx.query('insert into notification_preferences (user_id) values ($1) on conflict do nothing', [memberId]);
    await tx.query(
      // Notifications have millisecond timestamps.
      `update notification_preferences
       set email = coalesce($2, email), push = coalesce($3, push), sms = coalesce($4, sms),
           sms_since = case when $4 and not sms then date_trunc('milliseconds', now()) else sms_since end,
           email_since = case when $2 and not email then date_trunc('milliseconds', now()) else email_since end,
           topics = topics || coalesce((
             select jsonb_object_agg(key, coalesce(topics -> key, '{}') || value) from jsonb_each($5::jsonb)), '{}')
       where user_id = $1`,
      [memberId, email, push, sms, JSON.stringify(topics)],
    );
    await recordChange(tx, [memberId], 'account');
  });
  return getPreferences(dependencies, memberId);
}

export async function preferencesOf(database: Queryable, memberId: string): Promise<Chosen> {
  const { rows } = await database.query<Channels & { topics: TopicChanges }>(
    'select email, push, sms, topics from notification_preferences where user_id = $1',
    [memberId],
  );
  const { topics, ...channels } = rows[0] ?? { ...defaults, topics: {} as TopicChanges };
  const topicOf = (topic: NotificationTopic) => [topic, { ...topicDefault(topic), ...topics[topic] }] as const;
  return { ...channels, topics: Object.fromEntries(notificationTopics.map(topicOf)) as Chosen['topics'] };
}

export const noPush = () => new Refusal('no_push', 'This server sends no push messages.');
