import { amountOf, zero } from '@florin/money';
import { isDebit, type MovementKind } from '../activity/index.ts';

export const sendKind = 'send';

/** How a send shows up in the histories of both sides. */
export const sentMoney: MovementKind = {
  kind: sendKind,
  debit: 'send',
  credit: 'receive',
  people: ({ sender, recipient }) => [sender ?? '', recipient ?? ''],
  tell: (line, people) => {
    const { sender, recipient, amount = '0', fee = '0', note } = line.metadata;
    const asset = line.amount.asset;
    const sent = isDebit(line);
    const other = people.get((sent ? recipient : sender) ?? '');
    const name = other?.name ?? 'a former member';
    return {
      description: sent ? `Sent to ${name}` : `Received from ${name}`,
      fee: sent ? amountOf(asset, BigInt(fee)) : zero(asset),
      counter: amountOf(asset, BigInt(amount)),
      counterparty: name,
      ...(other && (sent ? { to: other.email } : { from: other.email })),
      ...(note ? { note } : {}),
    };
  },
};
