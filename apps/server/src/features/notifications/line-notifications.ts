import {
  bankTransferMethod,
  closedAccountMethod,
  fromExact,
  type Notification,
  type Transaction,
  type TransactionType,
} from '@florin/contract';
import { formatAmount } from '@florin/money';
import type { NewNotification } from './new-notification.ts';

/**
 * Returns the notification for a history line. Returns no notification if the member caused the line and saw its
 * result.
 */
export function lineNotifications(line: Transaction): NewNotification[] {
  const text = textOf(line);
  if (!text) return [];
  const { body, ...kindAndTitle } = text;
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

type LineText = { kind: Notification['kind']; title: string; body: string | undefined };

function textOf(line: Transaction): LineText | undefined {
  const figure = formatAmount(fromExact(line.counter_currency, line.counter_amount_exact));
  if (line.type === 'receive')
    return { kind: 'money_received', title: `${line.counterparty ?? line.from} sent you ${figure}`, body: line.note };
  if (line.payment_method === bankTransferMethod || line.payment_method === closedAccountMethod)
    return transferText(line, figure);
  if (line.type === 'deposit' && line.counterparty !== undefined) return cameBackText(line, figure);
  const { status } = line;
  if (!wasPending(line) || (status !== 'completed' && status !== 'returned')) return undefined;
  return endings[line.type]?.[status](line, figure);
}

/**
 * Money that came without an action of the member: a transfer, money of a closed account, or a withdrawal that came
 * back.
 */
const transferText = ({ reason, description }: Transaction, figure: string): LineText =>
  reason === undefined
    ? { kind: 'deposit_completed', title: `Your deposit of ${figure} has arrived`, body: description }
    : { kind: 'withdrawal_returned', title: `Your withdrawal of ${figure} came back`, body: reason };

/** A payment that came back, because the recipient's account was closed before it arrived. */
const cameBackText = ({ counterparty, reason }: Transaction, figure: string): LineText => ({
  kind: 'send_returned',
  title: `Your ${figure} to ${counterparty} came back`,
  body: reason,
});

/** Returns true if the line was pending and later ended without an action of the member. */
const wasPending = ({ timeline }: Transaction) => timeline[0]?.step === 'started';

/** The texts for types that can be pending: completed and returned. */
const endings: Partial<
  Record<TransactionType, Record<'completed' | 'returned', (line: Transaction, figure: string) => LineText>>
> = {
  deposit: {
    completed: ({ payment_method: body }, figure) => ({
      kind: 'deposit_completed',
      title: `Your deposit of ${figure} has arrived`,
      body,
    }),
    returned: ({ reason: body }, figure) => ({
      kind: 'deposit_returned',
      title: `Your deposit of ${figure} was returned`,
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
      title: `${counterparty ?? to} claimed your ${figure}`,
      body,
    }),
    returned: ({ counterparty, to, reason: body }, figure) => ({
      kind: 'send_returned',
      title: `Your ${figure} to ${counterparty ?? to} was returned`,
      body,
    }),
  },
};
