import { isDebit, type MovementKind } from '../activity/index.ts';
import { tellSend } from '../transfers/index.ts';
import { requestPaidKind } from './request-ending.ts';

/** How a request that was paid shows up in the histories of both sides. */
export const paidRequest: MovementKind = {
  kind: requestPaidKind,
  debit: 'send',
  credit: 'receive',
  people: ({ metadata: { sender, recipient } }) => [sender ?? '', recipient ?? ''],
  tell: (line, people) => {
    const story = tellSend(line, people);
    const description = isDebit(line)
      ? `Paid the request of ${story.counterparty}`
      : `Request paid by ${story.counterparty}`;
    return { ...story, description };
  },
};
