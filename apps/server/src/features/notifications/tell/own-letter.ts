import { fromExact, type Transaction } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { noLink, shortSenderOf, type MailedNews, type NewsTopic } from '../../mail/index.ts';
import { factsOf } from './line-facts.ts';

type Telling = { readonly about: NewsTopic; readonly subject: string };

/** The lines that the member brought about, and no other mail tells of. */
export function ownLines(lines: readonly Transaction[]): Transaction[] {
  const trades = new Set(lines.filter(isTrade).map(({ date }) => date));
  return lines.filter((line) => tellingOf(line) !== undefined && !(isPayment(line) && trades.has(line.date)));
}

const isTrade = ({ type }: Transaction) => type === 'buy_crypto' || type === 'sell_crypto';
/** May be one half of a trade: the charge or the exchange that was posted in the same transaction, at the same moment. */
const isPayment = ({ type }: Transaction) => type === 'deposit' || type === 'exchange';

type Addressed = {
  readonly memberId: string;
  readonly publicUrl: string;
  /** What the wallet can spend now, for a line that has not been posted. */
  readonly available: bigint | undefined;
};

/** A mail about money that the member moved. */
export function ownMail(line: Transaction, { memberId, publicUrl, available }: Addressed): MailedNews {
  const { about, subject } = tellingOf(line) ?? unexpected(line);
  return {
    about,
    subject,
    // The note of a request that was paid is somebody else's.
    body: [
      `${subject}.`,
      ...(line.note ? [noLink(`Note: ${line.note}`)] : []),
      ...(line.type === 'plan' ? [] : ['If this was not you, change your password at once and write to us.']),
    ].join('\n\n'),
    facts: factsOf(line, available),
    link: `${publicUrl}/transactions?id=${encodeURIComponent(line.id)}`,
    button: 'See it in Florin',
    once: `own ${memberId} ${line.id}`,
    happenedAt: line.date,
  };
}

function tellingOf(line: Transaction): Telling | undefined {
  const { status, timeline } = line;
  const waited = timeline[0]?.step === 'started';
  if (status !== 'pending' && (status !== 'completed' || waited)) return undefined; // how it ended is news
  const counter = formatAmount(fromExact(line.counter_currency, line.counter_amount_exact));
  switch (line.type) {
    case 'send':
      return { about: 'money_out', subject: `You sent ${counter} to ${recipientOf(line)}` };
    case 'withdrawal':
      return { about: 'money_out', subject: `You asked to withdraw ${counter}` };
    case 'deposit':
      return {
        about: 'money_in',
        subject: waited ? `Your deposit of ${counter} is on its way` : `You added ${counter}`,
      };
    case 'buy_crypto':
      return { about: 'trades', subject: `You bought ${counter}` };
    case 'sell_crypto':
      return { about: 'trades', subject: `You sold ${counter}` };
    case 'exchange':
      // Of its two lines the one that pays.
      return line.amount_exact.startsWith('-')
        ? { about: 'trades', subject: `You exchanged money into ${counter}` }
        : undefined;
    case 'plan':
      return { about: 'account', subject: `Your plan was charged ${counter}` };
    case 'receive':
      return undefined; // that is news, told with the other person's
  }
}

const recipientOf = ({ counterparty, to = 'somebody' }: Transaction) =>
  counterparty === undefined ? to : shortSenderOf({ name: counterparty, email: to });

function unexpected({ type }: Transaction): never {
  throw new Error(`a line of type ${type} is not mailed about`);
}
