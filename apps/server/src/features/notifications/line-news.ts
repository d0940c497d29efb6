import { fromExact, type Notification, type Transaction, type TransactionType } from '@florin/contract';
import { formatAmount } from '@florin/money';
import type { News } from './news.ts';

/** What a line of history is news of; nothing where the member did it and saw it done. */
export function lineNews(line: Transaction): News[] {
  const told = tellingOf(line);
  if (!told) return [];
  const { body, ...kindAndTitle } = told;
  return [
    {
      id: line.id,
      ...kindAndTitle,
      ...(body && { body }),
      date: line.timeline.at(-1)?.at ?? line.date,
      amount: line.counter_amount,
      amount_exact: line.counter_amount_exact,
      currency: line.currency,
      transaction_id: line.id,
    },
  ];
}

type Telling = { kind: Notification['kind']; title: string; body: string | undefined };

function tellingOf(line: Transaction): Telling | undefined {
  const figure = formatAmount(fromExact(line.counter_currency, line.counter_amount_exact));
  if (line.type === 'receive')
    return { kind: 'money_received', title: `${line.counterparty ?? line.from} sent you ${figure}`, body: line.note };
  const { status } = line;
  if (!hasWaited(line) || (status !== 'completed' && status !== 'returned')) return undefined;
  return endings[line.type]?.[status](line, figure);
}

/** It began, and came to its end later and without the member. */
const hasWaited = ({ timeline }: Transaction) => timeline[0]?.step === 'started';

/** What is said of each type that takes its time, when it is through and when it is not. */
const endings: Partial<
  Record<TransactionType, Record<'completed' | 'returned', (line: Transaction, figure: string) => Telling>>
> = {
  deposit: {
    completed: ({ payment_method: body }, figure) => ({
      kind: 'deposit_completed',
      title: `Your deposit of ${figure} is here`,
      body,
    }),
    returned: ({ reason: body }, figure) => ({
      kind: 'deposit_returned',
      title: `Your deposit of ${figure} did not get through`,
      body,
    }),
  },
  withdrawal: {
    completed: ({ payment_method: body }, figure) => ({
      kind: 'withdrawal_completed',
      title: `Your withdrawal of ${figure} has arrived`,
      body,
    }),
    returned: ({ reason: body }, figure) => ({
      kind: 'withdrawal_returned',
      title: `Your withdrawal of ${figure} was returned`,
      body,
    }),
  },
  send: {
    completed: ({ counterparty, to, note: body }, figure) => ({
      kind: 'send_claimed',
      title: `${counterparty ?? to} has your ${figure}`,
      body,
    }),
    returned: ({ counterparty, to, reason: body }, figure) => ({
      kind: 'send_returned',
      title: `Your ${figure} to ${counterparty ?? to} came back`,
      body,
    }),
  },
};
