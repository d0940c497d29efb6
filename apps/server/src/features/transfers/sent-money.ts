import { amountOf, zero } from '@florin/money';
import { isDebit, type LineStory, type MovementKind } from '../activity/index.ts';

export const sendKind = 'send';

/** How a send shows up in the histories of both sides. */
export const sentMoney: MovementKind = {
  kind: sendKind,
  debit: 'send',
  credit: 'receive',
  people: ({ actor, metadata: { recipient } }) => [actor, recipient ?? ''],
  tell: tellSend,
};

/**
 * Tells of money that went, or is to go, from one person to another: what is common to sends, claims and requests. A
 * plain send, of which there are the most, does not say again who did it and what its postings say.
 */
export function tellSend(...[line, people]: Parameters<MovementKind['tell']>): LineStory {
  const { sender = line.actor, recipient, fee = '0', note, reason } = line.metadata;
  const { asset, units } = line.amount;
  const sent = isDebit(line);
  const amount = line.metadata['amount'] ?? (sent ? -units - BigInt(fee) : units);
  const other = people.get((sent ? recipient : sender) ?? '');
  const name = other?.name ?? 'a former member';
  const free = line.waiting !== undefined && line.waiting.status !== 'pending';
  return {
    description: sent ? `Sent to ${name}` : `Received from ${name}`,
    fee: sent && !free ? amountOf(asset, BigInt(fee)) : zero(asset),
    counter: amountOf(asset, BigInt(amount)),
    counterparty: name,
    ...(other && (sent ? { to: other.email } : { from: other.email })),
    ...(note ? { note } : {}),
    ...(reason ? { reason } : {}),
  };
}
