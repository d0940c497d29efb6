import { amountOf, formatAmount, type FiatCode } from '@florin/money';
import type { EntryMetadata } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import type { Member } from '../identity/index.ts';
import { countMail, lockAddresses, queueMail, senderOf, shortSenderOf } from '../mail/index.ts';
import { heldSendTables } from './held-send-store.ts';

type Told = { readonly email: string; readonly asset: FiatCode; readonly metadata: EntryMetadata };

/**
 * Queues a mail to the invitee who was told of a send that is still open and about to be called back. Queues none where the
 * address had its share of mails today: the invitation's link says by then that it is not valid any more.
 */
export async function mailCancellation(
  tx: Queryable,
  sender: Member,
  { hold, limited }: { readonly hold: bigint; readonly limited: boolean },
): Promise<void> {
  const before = await findTold(tx, hold);
  if (!before) return;
  await lockAddresses(tx, [before.email]);
  const told = await findTold(tx, hold); // of two at the same moment the second one finds the send ended
  if (!told || (limited && !(await countMail(tx, sender.id, told.email)))) return;
  await queueMail(tx, { ...cancellation(sender, told), to: told.email, about: 'stranger', once: `cancelled ${hold}` });
}

async function findTold(tx: Queryable, hold: bigint): Promise<Told | undefined> {
  const { rows } = await tx.query<Told>(
    `select i.email, a.asset, e.metadata from ${heldSendTables}
     where h.id = $1 and h.ended_by is null and s.invited_at is not null`,
    [hold],
  );
  return rows[0];
}

function cancellation(sender: Member, { asset, metadata }: Told) {
  const money = formatAmount(amountOf(asset, BigInt(metadata['amount'] ?? '')));
  return {
    subject: `${shortSenderOf(sender)} cancelled the payment of ${money}`,
    body: [
      `${senderOf(sender)} cancelled the payment of ${money} that waited for you. The money is back with the sender.`,
      'You do not need to do anything. Other payments that wait for you are not affected.',
    ].join('\n\n'),
  };
}
