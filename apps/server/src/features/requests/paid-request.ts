import { isDebit, type MovementKind } from '../activity/index.ts';
import { describeSend } from '../transfers/index.ts';
import { requestPaidKind } from './request-ending.ts';

/** Describes a paid request in both people's histories. */
export const paidRequest: MovementKind = {
  kind: requestPaidKind,
  debit: 'send',
  credit: 'receive',
  people: ({ metadata: { sender, recipient } }) => [sender ?? '', recipient ?? ''],
  describe: (line, people) => {
    const story = describeSend(line, people);
    const description = isDebit(line)
      ? `Paid ${story.counterparty}’s request`
      : `Request paid by ${story.counterparty}`;
    const { request } = line.metadata;
    return { ...story, description, ...(request !== undefined && { request_id: request }) };
  },
};
