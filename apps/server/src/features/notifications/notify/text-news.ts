import type { NotificationTopic } from '@florin/contract';
import type { Queryable } from '../../../platform/database/pool.ts';
import type { KeyedDigest } from '../../../platform/keyed-digest.ts';
import type { Member } from '../../identity/index.ts';
import { hasRoomForNews, queueText } from '../../texts/index.ts';
import type { NewNotification } from '../new-notification.ts';
import { preferencesOf } from '../preferences.ts';

type Dependencies = { readonly digestOf: KeyedDigest; readonly textsAvailable: boolean };

/** The phone number of a member who wants texts, and the wanted topics. */
export type TextsWanted = {
  readonly memberId: string;
  readonly phone: string;
  readonly wants: (topic: NotificationTopic, happenedAt: Date) => boolean;
};

type TextItem = {
  readonly id: string;
  readonly date: string;
  readonly topic: NotificationTopic;
  readonly body: string;
};

/** A text about money is outdated after an hour. */
const seconds = 3_600;

/** Returns undefined if the member has no confirmed number, wants no texts, or this server sends none. */
export async function textsWanted(
  tx: Queryable,
  { textsAvailable }: Dependencies,
  { id, phone, phoneConfirmed }: Member,
): Promise<TextsWanted | undefined> {
  if (!textsAvailable || phone === null || !phoneConfirmed) return undefined;
  const { sms, topics } = await preferencesOf(tx, id);
  if (!sms) return undefined;
  const since = await textsSince(tx, id);
  return { memberId: id, phone, wants: (topic, happenedAt) => topics[topic].sms && happenedAt >= since };
}

/**
 * Returns the start of texts: the later of the number's confirmation and switching texts on. Earlier events are not
 * texted.
 */
async function textsSince(tx: Queryable, memberId: string): Promise<Date> {
  const { rows } = await tx.query<{ since: Date }>(
    `select greatest(date_trunc('milliseconds', u.phone_confirmed_at), p.sms_since) as since
     from people u left join notification_preferences p on p.user_id = u.id where u.id = $1`,
    [memberId],
  );
  if (!rows[0]) throw new Error('The member to notify was not found.');
  return rows[0].since;
}

/** Queues a text about an event, once, unless the member or number reached today's limit. */
export async function textNews(
  tx: Queryable,
  dependencies: Dependencies,
  wanted: TextsWanted | undefined,
  { id, date, topic, body }: TextItem,
): Promise<void> {
  if (!wanted?.wants(topic, new Date(date))) return;
  if (!(await hasRoomForNews(tx, dependencies, wanted))) return;
  const { memberId, phone } = wanted;
  await queueText(tx, dependencies, {
    memberId,
    phone,
    purpose: 'news',
    body: `{{brand}}: ${body}.`,
    seconds,
    once: `news ${memberId} ${id}`,
  });
}

/** Returns a notification's text message. A text message has no link, so a message about a new sign-in adds advice. */
export const notificationText = ({ kind, title, body }: NewNotification): string =>
  kind === 'new_sign_in' && body !== undefined ? `${title}: ${body}. If this was not you, change your password` : title;
