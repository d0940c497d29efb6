import type { Transaction } from '@florin/contract';
import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import type { Balance, Ledger } from '../../../ledger/index.ts';
import { accountPath } from '../../../platform/account-page.ts';
import type { KeyedDigest } from '../../../platform/keyed-digest.ts';
import type { Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { forEachSettled } from '../../../platform/for-each-settled.ts';
import { recurringJob } from '../../../platform/recurring-job.ts';
import { findMembers, type Member } from '../../identity/index.ts';
import { queueNews } from '../../mail/index.ts';
import { listNotifications, type NotificationSources } from '../list-notifications.ts';
import type { NewNotification } from '../new-notification.ts';
import { topicOf } from '../topic-of.ts';
import { pollMembers, type Bounds, type Poll, type PollSources } from './poll-news.ts';
import { notificationMail, pushMessage } from './news-letter.ts';
import { ownLines, ownMail } from './own-letter.ts';
import { notificationText, textNews, textsWanted, type TextsWanted } from './text-news.ts';

type Dependencies = NotificationSources &
  PollSources &
  Partial<Bounds> & {
    readonly ledger: Ledger;
    readonly publicUrl: string;
    readonly digestOf: KeyedDigest;
    readonly textsAvailable: boolean;
  };

const everySeconds = 1;
/** If a member has more lines between two polls, only the latest are mailed. */
const linesRead = 100;

export const scheduleNews = (dependencies: Dependencies & { readonly logger: Logger }) =>
  recurringJob(dependencies, 'send-notifications', everySeconds, (signal) => notifyNews(dependencies, signal));

/**
 * Sends members' notifications by mail, push and text message, each once, according to their preferences. Skips events
 * before the very first poll or more than a day ago.
 */
export async function notifyNews(dependencies: Dependencies, signal?: AbortSignal): Promise<void> {
  const { pool, membersAtOnce = 200, entriesReadAgain = 1_000 } = dependencies;
  const poll = await pollMembers(dependencies, { membersAtOnce, entriesReadAgain });
  const members = await findMembers(
    pool,
    poll.members.map(({ id }) => id),
  );
  const failed = new Map<string, unknown>();
  const notify = async ({ id, versions }: Poll['members'][number]) => {
    const member = members.get(id);
    if (member) await notifyMember(dependencies, member, versions).catch((error: unknown) => failed.set(id, error));
  };
  await forEachSettled(poll.members, notify, signal);
  if (signal?.aborted) return; // the next poll handles the other members
  await poll.done(new Set(failed.keys()));
  await pool.query(`delete from notified_news where notified_at < now() - interval '2 days'`);
  const [error, ...more] = [...poll.errors, ...failed.values()];
  if (more.length > 0) throw new AggregateError([error, ...more], 'some notifications failed and will follow');
  if (error !== undefined) throw error;
}

async function notifyMember(
  dependencies: Dependencies,
  member: Member,
  versions: Poll['members'][number]['versions'],
): Promise<void> {
  const lines = await dependencies.history.latest(member, linesRead);
  const news = await listNotifications(dependencies, member, lines);
  const ofLine = new Map(lines.map((line) => [line.id, line]));
  const own = member.emailConfirmed ? ownLines(lines) : [];
  // The balances are read before the transaction, which would otherwise hold one connection while it waits for another.
  const balances = own.some(({ balance_after_exact }) => balance_after_exact === undefined)
    ? await dependencies.ledger.balancesOf(member.id)
    : [];
  await transact(dependencies.pool, async (tx) => {
    const wanted = await textsWanted(tx, dependencies, member);
    for (const one of await recordNew(tx, member.id, news)) {
      const line = ofLine.get(one.transaction_id ?? '');
      const mail = member.emailConfirmed ? notificationMail(one, line, member.id, dependencies.publicUrl) : undefined;
      if (mail) await queueNews(tx, member.id, mail);
      await queuePush(tx, member.id, one);
      await textNews(tx, dependencies, wanted, { ...one, topic: topicOf(one.kind), body: notificationText(one) });
    }
    await mailOwn(dependencies, tx, member, { own, balances, wanted });
    await tx.query(
      `insert into news_versions (user_id, versions) values ($1, $2)
       on conflict (user_id) do update set versions = excluded.versions`,
      [member.id, versions],
    );
  });
}

type OwnLines = {
  readonly own: readonly Transaction[];
  readonly balances: readonly Balance[];
  readonly wanted: TextsWanted | undefined;
};

/** Mails and texts the member's own transactions, each once. These transactions do not appear as notifications. */
async function mailOwn(
  dependencies: Dependencies,
  tx: Queryable,
  member: Member,
  { own, balances, wanted }: OwnLines,
): Promise<void> {
  const ofMember = own.map((line) => ({ id: `own-${line.id}`, date: line.date, line }));
  const fresh = await recordNew(tx, member.id, ofMember);
  for (const { line, ...one } of fresh) {
    const available = balances.find(({ asset }) => asset === line.currency)?.available;
    const mail = ownMail(line, { available, memberId: member.id, publicUrl: dependencies.publicUrl });
    await queueNews(tx, member.id, mail);
    await textNews(tx, dependencies, wanted, { ...one, topic: mail.about, body: mail.subject });
  }
}

/** Records items as sent, and returns the items that were not sent before, oldest first. */
async function recordNew<Item extends Pick<NewNotification, 'id' | 'date'>>(
  tx: Queryable,
  memberId: string,
  news: readonly Item[],
): Promise<Item[]> {
  if (news.length === 0) return [];
  const { rows } = await tx.query<{ news_id: string }>(
    `insert into notified_news (user_id, news_id)
     select $1, n.id from unnest($2::text[], $3::timestamptz[]) n (id, at), news_polls l
     where l.shard = 0 and n.at > greatest(l.began_at, now() - interval '1 day') order by n.id
     on conflict do nothing returning news_id`,
    [memberId, news.map(({ id }) => id), news.map(({ date }) => date)],
  );
  const recorded = new Set(rows.map((row) => row.news_id));
  return news.filter(({ id }) => recorded.has(id)).toReversed();
}

/** Queues a push message for each of the member's browsers that subscribed before the event. */
async function queuePush(tx: Queryable, memberId: string, news: NewNotification): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `select s.id from push_subscriptions s
     join member_sessions o on o.id = s.session_id and o.expires_at > now()
     left join notification_preferences p on p.user_id = s.user_id
     where s.user_id = $1 and s.created_at <= $2 and coalesce(p.push, true)
       and coalesce((p.topics -> $3 ->> 'push')::boolean, true)`,
    [memberId, news.date, topicOf(news.kind)],
  );
  if (rows.length === 0) return;
  const message = pushMessage(news, await accountPath(tx, memberId, ''));
  for (const { id } of rows)
    await tx.query('insert into push_messages (id, subscription_id, message) values ($1, $2, $3)', [
      uuidv7(),
      id,
      JSON.stringify(message),
    ]);
}
