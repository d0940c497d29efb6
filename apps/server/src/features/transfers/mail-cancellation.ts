import { amountOf, formatAmount, type FiatCode } from '@florin/money';
import type { EntryMetadata } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import type { Member } from '../identity/index.ts';
import { countMail, lockAddresses, queueMail, senderOf, shortSenderOf } from '../mail/index.ts';
import { heldSendTables } from './held-send-store.ts';

type Invited = { readonly email: string; readonly asset: FiatCode; readonly metadata: EntryMetadata };

/**
 * Queues a mail to the invitee of a send that will be canceled, if an invitation was mailed. At the address's daily
 * mail limit it queues none. The invitation's link then shows that it is no longer valid.
 */
export async function mailCancellation(
  tx: Queryable,
  sender: Member,
  { hold, limited }: { readonly hold: bigint; readonly limited: boolean },
): Promise<void> {
  const before = await findInvited(tx, hold);
  if (!before) return;
  await lockAddresses(tx, [before.email]);
  const invited = await findInvited(tx, hold); // a concurrent cancellation may have ended the send
  if (!invited || (limited && !(await countMail(tx, sender.id, invited.email)))) return;
  await queueMail(tx, {
    ...cancellation(sender, invited),
    to: invited.email,
    about: 'stranger',
    once: `cancelled ${hold}`,
  });
}

async function findInvited(tx: Queryable, hold: bigint): Promise<Invited | undefined> {
  const { rows } = await tx.query<Invited>(
    `select i.email, a.asset, e.metadata from ${heldSendTables}
     where h.id = $1 and h.ended_by is null and s.invited_at is not null`,
    [hold],
  );
  return rows[0];
}

function cancellation(sender: Member, { asset, metadata }: Invited) {
  const money = formatAmount(amountOf(asset, BigInt(metadata['amount'] ?? '')));
  return {
    subject: `${shortSenderOf(sender)} canceled the payment of ${money}`,
    body: [
      `${senderOf(sender)} canceled the payment of ${money} to you. The sender has the money back.`,
      'You do not need to do anything. You can still claim other payments.',
    ].join('\n\n'),
  };
}
