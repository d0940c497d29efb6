import type { Notification, Transaction } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import type { History } from '../activity/index.ts';
import { refundsTo } from '../funding/index.ts';
import { newSignIns, type Member } from '../identity/index.ts';
import { planNews } from '../plans/index.ts';
import { receivableNews } from '../receivables/index.ts';
import { kycNews } from '../kyc/index.ts';
import { requestNews } from '../requests/index.ts';
import { lineNotifications } from './line-notifications.ts';
import { readUntil } from './mark-read.ts';
import type { NewNotification } from './new-notification.ts';
import {
  kycNotification,
  planNotification,
  receivableNotification,
  refundNotification,
  requestNotification,
  signInNotification,
} from './notifications-by-source.ts';

/** The maximum number of listed notifications. */
const limit = 50;

/** The maximum number of history lines that are searched. */
const linesRead = 500;

export type NotificationSources = { readonly pool: Pool; readonly history: History };

/**
 * Returns the events that concern the member and that another party caused, newest first. The list is computed on each
 * call and not stored.
 */
export async function listNotifications(
  { pool, history }: NotificationSources,
  member: Member,
  lines: Promise<Transaction[]> | Transaction[] = history.latest(member, linesRead),
): Promise<Notification[]> {
  const [latest, requests, others, read] = await Promise.all([
    lines,
    requestNews(pool, member, limit),
    otherNotifications(pool, member),
    readUntil(pool, member.id),
  ]);
  // A paid request is also a received payment, but is listed once.
  const paid = new Set(requests.flatMap(({ kind, requestId }) => (kind === 'request_paid' ? [requestId] : [])));
  const ofLines = latest.filter(({ request_id: id }) => id === undefined || !paid.has(id)).flatMap(lineNotifications);
  return [...requests.map(requestNotification), ...others, ...ofLines]
    .toSorted((a, b) => b.date.localeCompare(a.date) || b.id.localeCompare(a.id))
    .slice(0, limit)
    .map((news) => ({ ...news, read: read !== undefined && new Date(news.date) <= read }));
}

/** Returns the latest notifications that concern neither a history line nor a request, at most 50 of each source. */
export async function otherNotifications(pool: Pool, { id }: Pick<Member, 'id'>): Promise<NewNotification[]> {
  const [refunds, takings, decisions, plans, signIns] = await Promise.all([
    refundsTo(pool, id, limit),
    receivableNews(pool, id, limit),
    kycNews(pool, id, limit),
    planNews(pool, id, limit),
    newSignIns(pool, id, limit),
  ]);
  return [
    ...refunds.map(refundNotification),
    ...takings.map(receivableNotification),
    ...decisions.map(kycNotification),
    ...plans.map(planNotification),
    ...signIns.map(signInNotification),
  ];
}
