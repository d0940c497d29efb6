import { amountOf, zero } from '@florin/money';
import { isDebit, type LineStory, type MovementKind } from '../activity/index.ts';

export const sendKind = 'send';

/** Describes a send in both people's histories. */
export const sentMoney: MovementKind = {
  kind: sendKind,
  debit: 'send',
  credit: 'receive',
  people: ({ actor, metadata: { recipient } }) => [actor, recipient ?? ''],
  describe: describeSend,
};

/**
 * Describes money that went or will go from one person to another: sends, claims and paid requests. A plain send, the
 * most frequent kind, stores no sender and no amount because its entry has them.
 */
export function describeSend(...[line, people]: Parameters<MovementKind['describe']>): LineStory {
  const { sender = line.actor, recipient, fee = '0', note, reason } = line.metadata;
  const { asset, units } = line.amount;
  const sent = isDebit(line);
  const amount = line.metadata['amount'] ?? (sent ? -units - BigInt(fee) : units);
  const other = people.get((sent ? recipient : sender) ?? '');
  const name = other?.name ?? 'a former member';
  const ended = line.waiting !== undefined && line.waiting.status !== 'pending';
  return {
    description: sent ? `Sent to ${name}` : `Received from ${name}`,
    fee: sent && !ended ? amountOf(asset, BigInt(fee)) : zero(asset),
    counter: amountOf(asset, BigInt(amount)),
    counterparty: name,
    ...(other && (sent ? { to: other.email } : { from: other.email })),
    ...(note ? { note } : {}),
    ...(reason ? { reason } : {}),
  };
}
