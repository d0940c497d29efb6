import { amountOf, formatAmount, type FiatCode } from '@florin/money';
import type { Logger } from 'pino';
import type { EntryMetadata } from '../../ledger/index.ts';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import { queueMail } from '../mail/index.ts';

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
    await tx.query('update held_sends set invited_at = now() where key = any ($1)', [sends.map(({ key }) => key)]);
  });

type Uninvited = {
  readonly key: string;
  readonly email: string;
  readonly sender: string;
  readonly sender_email: string;
  readonly asset: FiatCode;
  readonly expires_at: Date;
  readonly metadata: EntryMetadata;
};

/** A row whose entry never came to stand is left behind: it has nothing to tell. */
async function uninvited(tx: Queryable): Promise<Uninvited[]> {
  const { rows } = await tx.query<Uninvited>(
    `select s.key, i.email, u.name as sender, u.email as sender_email, a.asset, h.expires_at, e.metadata
     from held_sends s
     join invitees i on i.id = s.invitee_id
     join users u on u.id = s.sender_id
     join ledger.journal_entries e on e.key = s.key
     join ledger.holds h on h.id = e.id
     join ledger.accounts a on a.id = h.account_id
     where s.invited_at is null and s.created_at > now() - interval '7 days' and h.ended_by is null
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
