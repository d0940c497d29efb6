import { isDebit, type MovementKind } from '../activity/index.ts';
import { describeSend } from '../transfers/index.ts';

/** The kind of the entry that pays an invoice. */
export const invoicePaidKind = 'invoice-paid';

/** Describes a payment of an invoice in both people's histories. */
export const paidInvoice: MovementKind = {
  kind: invoicePaidKind,
  debit: 'send',
  credit: 'receive',
  people: ({ metadata: { sender, recipient } }) => [sender ?? '', recipient ?? ''],
  describe: (line, people) => {
    const story = describeSend(line, people);
    const number = line.metadata['number'] ?? '';
    if (isDebit(line)) return { ...story, description: `Paid invoice ${number}` };
    // The note is the text of the issuer's notification.
    return { ...story, description: `Invoice ${number} paid by ${story.counterparty}`, note: `Invoice ${number}` };
  },
};
