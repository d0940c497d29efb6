import type { Transaction } from '@florin/contract';
import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import type { Balance, Ledger } from '../../../ledger/index.ts';
import type { KeyedDigest } from '../../../platform/keyed-digest.ts';
import type { Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { eachApart } from '../../../platform/each-apart.ts';
import { recurringJob } from '../../../platform/recurring-job.ts';
import { findMembers, type Member } from '../../identity/index.ts';
import { queueNews } from '../../mail/index.ts';
import { listNotifications, type NotificationSources } from '../list-notifications.ts';
import type { News } from '../news.ts';
import { topicOf } from '../topic-of.ts';
import { lookForNews, type Bounds, type Look } from './look-for-news.ts';
import { newsMail, newsMessage } from './news-letter.ts';
import { ownLines, ownMail } from './own-letter.ts';
import { newsText, textNews, textsWanted, type TextsWanted } from './text-news.ts';

type Dependencies = NotificationSources &
  Partial<Bounds> & {
    readonly ledger: Ledger;
    readonly publicUrl: string;
    readonly digestOf: KeyedDigest;
    readonly textsAvailable: boolean;
  };

const everySeconds = 1;
/** Of whoever moves more between two looks only the latest is told. */
const linesLookedAt = 100;

export const scheduleNews = (dependencies: Dependencies & { readonly logger: Logger }) =>
  recurringJob(dependencies, 'tell-news', everySeconds, (signal) => tellNews(dependencies, signal));

/**
 * Tells members by mail, push and text what the bell shows them, each thing once, as their preferences have it. What happened
 * before the first look of all, or over a day ago, is no news.
 */
export async function tellNews(dependencies: Dependencies, signal?: AbortSignal): Promise<void> {
  const { pool, membersAtOnce = 200, entriesReadAgain = 1_000 } = dependencies;
  const look = await lookForNews(pool, { membersAtOnce, entriesReadAgain });
  const members = await findMembers(
    pool,
    look.members.map(({ id }) => id),
  );
  const tell = async ({ id, versions }: Look['members'][number]) => {
    const member = members.get(id);
    if (member) await tellMember(dependencies, member, versions);
  };
  await eachApart(look.members, tell, signal);
  if (signal?.aborted) return; // whoever was not told yet is told at the next look
  await look.done();
  await pool.query(`delete from notified_news where notified_at < now() - interval '2 days'`);
}

async function tellMember(
  dependencies: Dependencies,
  member: Member,
  versions: Look['members'][number]['versions'],
): Promise<void> {
  const lines = await dependencies.history.latest(member, linesLookedAt);
  const news = await listNotifications(dependencies, member, lines);
  const ofLine = new Map(lines.map((line) => [line.id, line]));
  const own = member.emailConfirmed ? ownLines(lines) : [];
  // Before the transaction, which would keep its connection while it waited for another.
  const balances = own.some(({ balance_after_exact }) => balance_after_exact === undefined)
    ? await dependencies.ledger.balancesOf(member.id)
    : [];
  await transact(dependencies.pool, async (tx) => {
    const wanted = await textsWanted(tx, dependencies, member);
    for (const one of await untold(tx, member.id, news)) {
      const line = ofLine.get(one.transaction_id ?? '');
      const mail = member.emailConfirmed ? newsMail(one, line, member.id, dependencies.publicUrl) : undefined;
      if (mail) await queueNews(tx, member.id, mail);
      await queuePush(tx, member.id, one);
      await textNews(tx, dependencies, wanted, { ...one, topic: topicOf(one.kind), body: newsText(one) });
    }
    await mailOwn(dependencies, tx, member, { own, balances, wanted });
    await tx.query(
      `insert into news_versions (user_id, versions) values ($1, $2)
       on conflict (user_id) do update set versions = excluded.versions`,
      [member.id, versions],
    );
  });
}

type Moved = {
  readonly own: readonly Transaction[];
  readonly balances: readonly Balance[];
  readonly wanted: TextsWanted | undefined;
};

/** Mails and texts about money that the member moved, each once. They are on no bell: the member was there. */
async function mailOwn(
  dependencies: Dependencies,
  tx: Queryable,
  member: Member,
  { own, balances, wanted }: Moved,
): Promise<void> {
  const ofMember = own.map((line) => ({ id: `own-${line.id}`, date: line.date, line }));
  const fresh = await untold(tx, member.id, ofMember);
  for (const { line, ...one } of fresh) {
    const available = balances.find(({ asset }) => asset === line.currency)?.available;
    const mail = ownMail(line, { available, memberId: member.id, publicUrl: dependencies.publicUrl });
    await queueNews(tx, member.id, mail);
    await textNews(tx, dependencies, wanted, { ...one, topic: mail.about, body: mail.subject });
  }
}

/** Notes them as told, oldest first. */
async function untold<Told extends Pick<News, 'id' | 'date'>>(
  tx: Queryable,
  memberId: string,
  news: readonly Told[],
): Promise<Told[]> {
  if (news.length === 0) return [];
  const { rows } = await tx.query<{ news_id: string }>(
    `insert into notified_news (user_id, news_id)
     select $1, n.id from unnest($2::text[], $3::timestamptz[]) n (id, at), news_polls l
     where n.at > greatest(l.began_at, now() - interval '1 day') order by n.id
     on conflict do nothing returning news_id`,
    [memberId, news.map(({ id }) => id), news.map(({ date }) => date)],
  );
  const told = new Set(rows.map((row) => row.news_id));
  return news.filter(({ id }) => told.has(id)).toReversed();
}

/** To each of the member's browsers that asked for it before it happened. */
async function queuePush(tx: Queryable, memberId: string, news: News): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `select s.id from push_subscriptions s
     join member_sessions o on o.id = s.session_id and o.expires_at > now()
     left join notification_preferences p on p.user_id = s.user_id
     where s.user_id = $1 and s.created_at <= $2 and coalesce(p.push, true)
       and coalesce((p.topics -> $3 ->> 'push')::boolean, true)`,
    [memberId, news.date, topicOf(news.kind)],
  );
  for (const { id } of rows)
    await tx.query('insert into push_messages (id, subscription_id, message) values ($1, $2, $3)', [
      uuidv7(),
      id,
      JSON.stringify(newsMessage(news)),
    ]);
}
