import type { Transaction } from '@florin/contract';
import { noLink, type MailedNews, type NewsTopic } from '../../mail/index.ts';
import type { NewNotification } from '../new-notification.ts';
import { topicOf } from '../topic-of.ts';
import { factsOf } from './line-facts.ts';

/** Other kinds are mailed by the feature that causes them. */
const mailedHere: ReadonlySet<NewNotification['kind']> = new Set([
  'money_received',
  'deposit_completed',
  'deposit_returned',
  'charge_refunded',
  'withdrawal_completed',
  'withdrawal_returned',
  'send_claimed',
  'send_returned',
  'request_paid',
  'request_declined',
  'request_expired',
]);

/** Returns the mail for a notification, or undefined if another feature mails it. */
export function notificationMail(
  news: NewNotification,
  line: Transaction | undefined,
  memberId: string,
  publicUrl: string,
): MailedNews | undefined {
  const about = topicOf(news.kind);
  if (!mailedHere.has(news.kind) || !isNews(about)) return undefined;
  return {
    about,
    subject: news.title,
    body: [
      `${news.title}.`,
      ...(news.body === undefined ? [] : [noLink(bodyOf(news.kind, news.body))]),
      ...(line ? [] : ['View in {{brand}}:']), // the facts would stand between it and the link
    ].join('\n\n'),
    link: { publicUrl, memberId, path: pageOf(news) },
    button: 'View in {{brand}}',
    facts: line ? factsOf(line) : [],
    once: `news ${memberId} ${news.id}`,
    happenedAt: news.date,
  };
}

/** Marks a member's words, so that they cannot pass for Florin's words. */
function bodyOf(kind: NewNotification['kind'], body: string): string {
  const writer = writers[kind];
  return writer === undefined ? body : `${writer} note: ${body}`;
}

const writers: Partial<Record<NewNotification['kind'], 'Their' | 'Your'>> = {
  money_received: 'Their',
  request_received: 'Their',
  send_claimed: 'Your',
  request_paid: 'Your',
  request_declined: 'Your',
  request_expired: 'Your',
};

const isNews = (topic: ReturnType<typeof topicOf>): topic is NewsTopic => topic !== 'security';

/**
 * Returns a push message with its target page. The browser shows messages with equal tags once.
 *
 * @param account the first part of the account's paths: `/b/<handle>` for a business
 */
export const pushMessage = (news: NewNotification, account: string) => ({
  title: news.title,
  ...(news.body !== undefined && {
    body: news.kind === 'new_sign_in' ? `${news.body}. ${notYou}` : bodyOf(news.kind, news.body),
  }),
  path: account + pageOf(news),
  tag: news.id,
});

/** In the app a link replaces this sentence. */
const notYou = 'If this was not you, change your password.';

/** Returns the page that the notification opens in the app. */
function pageOf({ kind, transaction_id: transaction }: NewNotification): string {
  if (transaction !== undefined) return `/transactions?id=${encodeURIComponent(transaction)}`;
  if (kind.startsWith('kyc_')) return '/kyc';
  if (kind.startsWith('plan_') || kind === 'new_sign_in') return '/profile';
  if (kind === 'request_declined' || kind === 'request_expired') return '/receive';
  return '/dashboard';
}
