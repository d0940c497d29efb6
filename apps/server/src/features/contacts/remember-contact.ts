import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { turnLoader } from '../../platform/database/turn-loader.ts';
import { recordKnownAddress, type Person, recordChange } from '../identity/index.ts';

/** When a contact was last sent money is kept to the minute: within it another payment writes nothing. */
const everyMs = 60_000;
/** Pairs of sender and address that this process has seen, and who had the address; the oldest make room. */
const maxSeen = 100_000;

type Payment = {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  /** Who has the address: a member, or an invitee. */
  readonly sentTo: string;
  /** As far as this process knows, to them at that address. */
  readonly isFirst: boolean;
};

export type Contacts = ReturnType<typeof openContacts>;

/** Makes contacts of those whom money is sent to, without the payments noticing: those of one turn share a statement. */
export function openContacts({ pool, logger }: { readonly pool: Pool; readonly logger: Logger }) {
  const seen = new Map<string, { readonly at: number; readonly sentTo: string }>();
  const write = turnLoader<Payment, true>(async (payments) => {
    await writePayments(pool, payments);
    return new Map<Payment, true>();
  });

  return {
    /**
     * After a payment stands. The first one to an address makes the contact, under the name given; a later one keeps
     * the name, unless that was the address for want of an account. The first is waited for, so that the contact is there
     * when the answer is, and so is the first to whoever has the address by now; it never fails the payment.
     */
    async remember(userId: string, { id: sentTo, email, name, moved }: Person): Promise<void> {
      const pair = `${userId} ${email}`;
      const last = seen.get(pair);
      const isFirst = last?.sentTo !== sentTo;
      if (!isFirst && Date.now() - last.at < everyMs) return;
      seen.delete(pair);
      seen.set(pair, { at: Date.now(), sentTo });
      if (seen.size > maxSeen) seen.delete(seen.keys().next().value ?? '');

      const payment = { userId, email, name, sentTo, isFirst };
      const written = (moved ? rememberMoved(pool, payment, write) : write(payment)).catch((error: unknown) => {
        seen.delete(pair);
        logger.error({ err: error }, 'a payment stands, and its recipient could not be made a contact');
      });
      if (isFirst) await written;
    },

    /** The contact was removed: the next payment makes it again. On another node that may take a minute. */
    forget(userId: string, email: string): void {
      seen.delete(`${userId} ${email}`);
    },
  };
}

/** Where several addresses lead to the recipient, the sender knows the one that was paid. */
async function rememberMoved(
  pool: Pool,
  payment: Payment,
  write: (payment: Payment) => Promise<unknown>,
): Promise<void> {
  await recordKnownAddress(pool, payment.userId, { id: payment.sentTo, email: payment.email });
  await write(payment);
}

/** A minute that is lost with a crash is no loss, and no payment waits for the disk for it; a contact itself is kept. */
async function writePayments(pool: Pool, payments: readonly Payment[]): Promise<void> {
  await transact(pool, async (tx) => {
    await tx.query({
      name: 'remember-contacts',
      text: `insert into contacts (id, user_id, email, name, sent_to, last_sent_at)
             select distinct on (user_id, email) id, user_id, email, name, sent_to, now()
             from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[]) sent (id, user_id, email, name, sent_to),
                  set_config('synchronous_commit', case when $6 then current_setting('synchronous_commit') else 'off' end, true)
             order by user_id, email, id desc -- the latest
             on conflict (user_id, email) do update set
               last_sent_at = excluded.last_sent_at, sent_to = excluded.sent_to,
               name = case contacts.name when contacts.email then excluded.name else contacts.name end`,
      values: [
        payments.map(() => uuidv7()),
        payments.map((payment) => payment.userId),
        payments.map((payment) => payment.email),
        payments.map((payment) => payment.name),
        payments.map((payment) => payment.sentTo),
        payments.some((payment) => payment.isFirst),
      ],
    });
    await recordChange(
      tx,
      payments.map((payment) => payment.userId),
      'contacts',
    );
  });
}
