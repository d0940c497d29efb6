import type { Notification, Transaction } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import type { History } from '../activity/index.ts';
import { refundsTo } from '../funding/index.ts';
import { newSignIns, type Member } from '../identity/index.ts';
import { planNews } from '../plans/index.ts';
import { kycNews } from '../kyc/index.ts';
import { requestNews } from '../requests/index.ts';
import { lineNews } from './line-news.ts';
import { readUntil } from './mark-read.ts';
import type { News } from './news.ts';
import { newsOfPlan } from './news-of-plan.ts';
import { newsOfKyc } from './news-of-kyc.ts';
import { newsOfRefund } from './news-of-refund.ts';
import { newsOfRequest } from './news-of-request.ts';
import { newsOfSignIn } from './news-of-sign-in.ts';

/** As many are listed. */
const limit = 50;

/** As far back in the history is looked. Whoever moves more in between has news enough. */
const linesLookedAt = 500;

export type NotificationSources = { readonly pool: Pool; readonly history: History };

/** What happened to the member that they did not do themselves, newest first. Read from what is there, stored nowhere. */
export async function listNotifications(
  { pool, history }: NotificationSources,
  member: Member,
  lines: Promise<Transaction[]> | Transaction[] = history.latest(member, linesLookedAt),
): Promise<Notification[]> {
  const [latest, requests, refunds, decisions, plans, signIns, read] = await Promise.all([
    lines,
    requestNews(pool, member, limit),
    refundsTo(pool, member.id, limit),
    kycNews(pool, member.id, limit),
    planNews(pool, member.id, limit),
    newSignIns(pool, member.id, limit),
    readUntil(pool, member.id),
  ]);
  const ofRequests = requests.map(newsOfRequest);
  const ofLines = latest.flatMap(lineNews).filter((news) => !ofRequests.some((one) => saysTheSame(one, news)));
  return [
    ...ofRequests,
    ...refunds.map(newsOfRefund),
    ...decisions.map(newsOfKyc),
    ...plans.map(newsOfPlan),
    ...signIns.map(newsOfSignIn),
    ...ofLines,
  ]
    .toSorted((a, b) => b.date.localeCompare(a.date) || b.id.localeCompare(a.id))
    .slice(0, limit)
    .map((news) => ({ ...news, read: read !== undefined && new Date(news.date) <= read }));
}

/** A request that was paid is also money that came in, by the same entry at the same moment: it is told once. */
const saysTheSame = (request: News, line: News): boolean =>
  request.kind === 'request_paid' &&
  line.kind === 'money_received' &&
  request.date === line.date &&
  request.amount_exact === line.amount_exact &&
  request.currency === line.currency;
