import type { Transaction } from '@florin/contract';
import { noLink, type MailedNews, type NewsTopic } from '../../mail/index.ts';
import type { News } from '../news.ts';
import { topicOf } from '../topic-of.ts';
import { factsOf } from './line-facts.ts';

/** Of the others a mail goes out where they happen. */
const mailedHere: ReadonlySet<News['kind']> = new Set([
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

/** A mail about what happened; none where there is one already. */
export function newsMail(
  news: News,
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
      'See it in Florin:',
    ].join('\n\n'),
    link: publicUrl + pageOf(news),
    button: 'See it in Florin',
    facts: line ? factsOf(line) : [],
    once: `news ${memberId} ${news.id}`,
    happenedAt: news.date,
  };
}

/** The words of another member must not pass for Florin's. */
function bodyOf(kind: News['kind'], body: string): string {
  const writer = writers[kind];
  return writer === undefined ? body : `${writer} note: ${body}`;
}

const writers: Partial<Record<News['kind'], 'Their' | 'Your'>> = {
  money_received: 'Their',
  request_received: 'Their',
  send_claimed: 'Your',
  request_paid: 'Your',
  request_declined: 'Your',
  request_expired: 'Your',
};

const isNews = (topic: ReturnType<typeof topicOf>): topic is NewsTopic => topic !== 'security';

/** What the browser shows, and where it leads; two of the same tag are shown as one. */
export const newsMessage = (news: News) => ({
  title: news.title,
  ...(news.body !== undefined && {
    body: news.kind === 'new_sign_in' ? `${news.body}. ${notYou}` : bodyOf(news.kind, news.body),
  }),
  path: pageOf(news),
  tag: news.id,
});

/** In the bell there is a link in its place. */
const notYou = 'If this was not you, change your password.';

/** The page that the bell would lead to. */
function pageOf({ kind, transaction_id: transaction }: News): string {
  if (transaction !== undefined) return `/transactions?id=${encodeURIComponent(transaction)}`;
  if (kind.startsWith('kyc_')) return '/kyc';
  if (kind.startsWith('plan_') || kind === 'new_sign_in') return '/profile';
  if (kind === 'request_declined' || kind === 'request_expired') return '/receive';
  return '/dashboard';
}
