import { amountOf, formatAmount, type FiatCode } from '@florin/money';
import type { EntryMetadata, Ledger } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import type { Member } from '../identity/index.ts';
import { countMail, lockAddresses, queueMail, senderOf, shortSenderOf } from '../mail/index.ts';

type Invited = { readonly email: string; readonly asset: FiatCode; readonly metadata: EntryMetadata };

/**
 * Queues a mail to the invitee of a send that will be canceled, if an invitation was mailed. Above the address's daily
 * mail limit, no mail is queued. The invitation's link then shows that it is no longer valid.
 */
export async function mailCancellation(
  { tx, ledger }: { readonly tx: Queryable; readonly ledger: Ledger },
  sender: Member,
  { hold, limited }: { readonly hold: bigint; readonly limited: boolean },
): Promise<void> {
  const books = await ledger.booksWithin(tx, sender.id);
  const before = await findInvited(tx, books, hold);
  if (!before) return;
  await lockAddresses(tx, [before.email]);
  const invited = await findInvited(tx, books, hold); // a concurrent cancellation may have ended the send
  if (!invited || (limited && !(await countMail(tx, sender.id, invited.email)))) return;
  await queueMail(tx, {
    ...cancellation(sender, invited),
    to: invited.email,
    about: 'stranger',
    once: `cancelled ${hold}`,
  });
}

async function findInvited(tx: Queryable, books: Queryable, hold: bigint): Promise<Invited | undefined> {
  const { rows: open } = await books.query<Omit<Invited, 'email'> & { key: string }>(
    `select e.key, a.asset, e.metadata
     from member_books.holds h join member_books.entries e on e.id = h.id join member_books.accounts a on a.id = h.account_id
     where h.id = $1 and h.ended_by is null`,
    [hold],
  );
  const [held] = open;
  if (!held) return undefined;
  const { rows: invited } = await tx.query<{ email: string }>(
    `select i.email from held_sends s join invited_people i on i.id = s.invitee_id
     where s.key = $1 and s.invitee_id::text = $2 and s.invited_at is not null`,
    [held.key, held.metadata['recipient']],
  );
  return invited[0] && { ...held, ...invited[0] };
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
