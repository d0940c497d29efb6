import { fromExact, type Transaction } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { noLink, shortSenderOf, type MailedNews, type NewsTopic } from '../../mail/index.ts';
import { lineNotifications } from '../line-notifications.ts';
import { factsOf } from './line-facts.ts';

type Subject = { readonly about: NewsTopic; readonly subject: string };

/**
 * Returns the lines that the member caused and no other mail describes. A line with a notification, such as a bank
 * transfer that arrived, already has the notification's mail.
 */
export function ownLines(lines: readonly Transaction[]): Transaction[] {
  const trades = new Set(lines.filter(isTrade).map(({ date }) => date));
  const isNotified = (line: Transaction) => lineNotifications(line).length > 0;
  return lines.filter(
    (line) => subjectOf(line) !== undefined && !isNotified(line) && !(isTradePart(line) && trades.has(line.date)),
  );
}

const isTrade = ({ type }: Transaction) => type === 'buy_crypto' || type === 'sell_crypto';
/** Returns true for a line that may be part of a trade: its charge or exchange, posted in the same transaction. */
const isTradePart = ({ type }: Transaction) => type === 'deposit' || type === 'exchange';

type Addressed = {
  readonly memberId: string;
  readonly publicUrl: string;
  /** The wallet's available balance, for a line that is not posted. */
  readonly available: bigint | undefined;
};

/** Returns the mail about a transaction that the member caused. */
export function ownMail(line: Transaction, { memberId, publicUrl, available }: Addressed): MailedNews {
  const { about, subject } = subjectOf(line) ?? unexpected(line);
  return {
    about,
    subject,
    // The note of a paid request was written by another person, so the mail labels it.
    body: [
      `${subject}.`,
      ...(line.note ? [noLink(`Note: ${line.note}`)] : []),
      ...(line.type === 'plan' ? [] : ['If this was not you, change your password now and contact us.']),
    ].join('\n\n'),
    facts: factsOf(line, available),
    link: { publicUrl, memberId, path: `/transactions?id=${encodeURIComponent(line.id)}` },
    button: 'View in {{brand}}',
    once: `own ${memberId} ${line.id}`,
    happenedAt: line.date,
  };
}

function subjectOf(line: Transaction): Subject | undefined {
  const { status, timeline } = line;
  const wasPending = timeline[0]?.step === 'started';
  if (status !== 'pending' && (status !== 'completed' || wasPending)) return undefined; // its ending is a notification
  const counter = formatAmount(fromExact(line.counter_currency, line.counter_amount_exact));
  switch (line.type) {
    case 'send':
      return { about: 'money_out', subject: `You sent ${counter} to ${recipientOf(line)}` };
    case 'withdrawal':
      return { about: 'money_out', subject: `You requested a withdrawal of ${counter}` };
    case 'deposit':
      return {
        about: 'money_in',
        subject: wasPending ? `Your deposit of ${counter} is on its way` : `You added ${counter}`,
      };
    case 'buy_crypto':
      return { about: 'trades', subject: `You bought ${counter}` };
    case 'sell_crypto':
      return { about: 'trades', subject: `You sold ${counter}` };
    case 'exchange':
      // Of an exchange's two lines, only the paying line is mailed.
      return line.amount_exact.startsWith('-')
        ? { about: 'trades', subject: `You exchanged money into ${counter}` }
        : undefined;
    case 'plan':
      return { about: 'account', subject: `You paid ${counter} for your plan` };
    case 'receive':
      return undefined; // received money is a notification
    case 'taken_back':
      return undefined; // the bank's doing, which receivables mails
  }
}

const recipientOf = ({ counterparty, to = 'someone' }: Transaction) =>
  counterparty === undefined ? to : shortSenderOf({ name: counterparty, email: to });

function unexpected({ type }: Transaction): never {
  throw new Error(`There is no mail about a member's own line of type ${type}.`);
}
