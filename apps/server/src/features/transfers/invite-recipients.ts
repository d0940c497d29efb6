import { amountOf, formatAmount, type FiatCode } from '@florin/money';
import type { Logger } from 'pino';
import type { EntryMetadata } from '../../ledger/index.ts';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import { queueMail } from '../mail/index.ts';
import { heldSendTables } from './held-send-store.ts';

type Dependencies = { readonly pool: Pool; readonly publicUrl: string };
type JobDependencies = Dependencies & { readonly logger: Logger };

const everySeconds = 1;
const atOnce = 100;

/** Invites whoever money waits for. */
export const scheduleInvitations = (dependencies: JobDependencies) =>
  recurringJob(dependencies, 'invite-recipients', everySeconds, () => inviteRecipients(dependencies));

/** Mails an invitation for each send that is held and of which its recipient has not been told, once. */
export const inviteRecipients = ({ pool, publicUrl }: Dependencies): Promise<void> =>
  transact(pool, async (tx) => {
    const sends = await uninvited(tx);
    for (const send of sends)
      await queueMail(tx, {
        ...invitation(send),
        to: send.email,
        link: `${publicUrl}/signup?email=${encodeURIComponent(send.email)}`,
        once: `invitation ${send.key}`,
      });
    await tx.query(
      `update held_sends s set invited_at = now()
       from unnest($1::uuid[], $2::uuid[]) told (key, invitee_id) where (s.key, s.invitee_id) = (told.key, told.invitee_id)`,
      [sends.map(({ key }) => key), sends.map(({ invitee_id }) => invitee_id)],
    );
  });

type Uninvited = {
  readonly key: string;
  readonly invitee_id: string;
  readonly email: string;
  readonly sender: string;
  readonly sender_email: string;
  readonly asset: FiatCode;
  readonly expires_at: Date;
  readonly metadata: EntryMetadata;
};

/**
 * A row whose entry never came to stand is left behind: it has nothing to tell. Nor has one for an address with an account,
 * frozen or just opened: nobody can open another with it.
 */
async function uninvited(tx: Queryable): Promise<Uninvited[]> {
  const { rows } = await tx.query<Uninvited>(
    `select s.key, s.invitee_id, i.email, u.name as sender, u.email as sender_email, a.asset, h.expires_at, e.metadata
     from ${heldSendTables}
     join users u on u.id = s.sender_id
     where s.invited_at is null and s.created_at > now() - interval '7 days' and h.ended_by is null
       and not exists (select from users r where r.email = i.email)
     order by s.created_at limit $1 for update of s skip locked`,
    [atOnce],
  );
  return rows;
}

function invitation({ email, sender, sender_email, asset, expires_at, metadata }: Uninvited) {
  const { amount = '', note } = metadata;
  const money = formatAmount(amountOf(asset, BigInt(amount)));
  return {
    subject: `${sender} sent you ${money}`,
    body: [
      `${sender} (${sender_email}) sent you ${money} with Florin.`,
      ...(note ? [`“${note}”`] : []),
      `The money is waiting for you. To get it, open a free account with ${email} and confirm that address. If it isn't claimed within 30 days, by ${dayOf(expires_at)}, it goes back to ${sender}.`,
      'Claim your money:',
    ].join('\n\n'),
  };
}

const dayOf = (moment: Date) =>
  moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
