import type { NotificationTopic } from '@florin/contract';
import type { Queryable } from '../../../platform/database/pool.ts';
import type { KeyedDigest } from '../../../platform/keyed-digest.ts';
import type { Member } from '../../identity/index.ts';
import { hasRoomForNews, queueText } from '../../texts/index.ts';
import type { News } from '../news.ts';
import { preferencesOf } from '../preferences.ts';

type Dependencies = { readonly digestOf: KeyedDigest; readonly textsAvailable: boolean };

/** Of a member who is sent texts at all: to which number, and of what. */
export type TextsWanted = {
  readonly memberId: string;
  readonly phone: string;
  readonly wants: (topic: NotificationTopic, happenedAt: Date) => boolean;
};

type ToldNews = {
  readonly id: string;
  readonly date: string;
  readonly topic: NotificationTopic;
  readonly body: string;
};

/** An hour later a text about money is no news any more. */
const seconds = 3_600;

/** None where the member has no confirmed number or wants no texts, or this server sends none. */
export async function textsWanted(
  tx: Queryable,
  { textsAvailable }: Dependencies,
  { id, phone, phoneConfirmed }: Member,
): Promise<TextsWanted | undefined> {
  if (!textsAvailable || phone === null || !phoneConfirmed) return undefined;
  const { sms, topics } = await preferencesOf(tx, id);
  if (!sms) return undefined;
  const since = await wantedSince(tx, id);
  return { memberId: id, phone, wants: (topic, happenedAt) => topics[topic].sms && happenedAt >= since };
}

/** What happened before the number was confirmed, or while texts were off, is not sent afterwards. */
async function wantedSince(tx: Queryable, memberId: string): Promise<Date> {
  const { rows } = await tx.query<{ since: Date }>(
    `select greatest(date_trunc('milliseconds', u.phone_confirmed_at), p.sms_since) as since
     from people u left join notification_preferences p on p.user_id = u.id where u.id = $1`,
    [memberId],
  );
  if (!rows[0]) throw new Error('a member who is told is not there');
  return rows[0].since;
}

/** Queues a text about what happened, once, unless the member or the number got many today. */
export async function textNews(
  tx: Queryable,
  dependencies: Dependencies,
  wanted: TextsWanted | undefined,
  { id, date, topic, body }: ToldNews,
): Promise<void> {
  if (!wanted?.wants(topic, new Date(date))) return;
  if (!(await hasRoomForNews(tx, dependencies, wanted))) return;
  const { memberId, phone } = wanted;
  await queueText(tx, dependencies, {
    memberId,
    phone,
    purpose: 'news',
    body: `Florin: ${body}.`,
    seconds,
    once: `news ${memberId} ${id}`,
  });
}

/** A text has no button: of a sign-in it says what to do. */
export const newsText = ({ kind, title, body }: News): string =>
  kind === 'new_sign_in' && body !== undefined ? `${title}: ${body}. If this was not you, change your password` : title;
