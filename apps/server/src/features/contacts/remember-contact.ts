import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { turnLoader } from '../../platform/database/turn-loader.ts';
import { noteChange } from '../../platform/member-changes.ts';

/** When a contact was last sent money is kept to the minute: within it another payment writes nothing. */
const everyMs = 60_000;
/** Pairs of sender and address that this process has seen; the oldest make room. */
const maxSeen = 100_000;

type Payment = {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  /** As far as this process knows, to that address. */
  readonly isFirst: boolean;
};

export type Contacts = ReturnType<typeof openContacts>;

/** Makes contacts of those whom money is sent to, without the payments noticing: those of one turn share a statement. */
export function openContacts({ pool, logger }: { readonly pool: Pool; readonly logger: Logger }) {
  const seenAt = new Map<string, number>();
  const write = turnLoader<Payment, true>(async (payments) => {
    await writePayments(pool, payments);
    return new Map<Payment, true>();
  });

  return {
    /**
     * After a payment stands. The first one to an address makes the contact, under the name given; a later one keeps
     * the name. The first is waited for, so that the contact is there when the answer is; it never fails the payment.
     */
    async remember(userId: string, { email, name }: { readonly email: string; readonly name: string }): Promise<void> {
      const pair = `${userId} ${email}`;
      const last = seenAt.get(pair);
      if (last !== undefined && Date.now() - last < everyMs) return;
      seenAt.delete(pair);
      seenAt.set(pair, Date.now());
      if (seenAt.size > maxSeen) seenAt.delete(seenAt.keys().next().value ?? '');

      const written = write({ userId, email, name, isFirst: last === undefined }).catch((error: unknown) => {
        seenAt.delete(pair);
        logger.error({ err: error }, 'a payment stands, and its recipient could not be made a contact');
      });
      if (last === undefined) await written;
    },

    /** The contact was removed: the next payment makes it again. On another node that may take a minute. */
    forget(userId: string, email: string): void {
      seenAt.delete(`${userId} ${email}`);
    },
  };
}

/** A minute that is lost with a crash is no loss, and no payment waits for the disk for it; a contact itself is kept. */
async function writePayments(pool: Pool, payments: readonly Payment[]): Promise<void> {
  await transact(pool, async (tx) => {
    await tx.query({
      name: 'remember-contacts',
      text: `insert into contacts (id, user_id, email, name, last_sent_at)
             select distinct on (user_id, email) id, user_id, email, name, now()
             from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) sent (id, user_id, email, name),
                  set_config('synchronous_commit', case when $5 then current_setting('synchronous_commit') else 'off' end, true)
             order by user_id, email
             on conflict (user_id, email) do update set last_sent_at = excluded.last_sent_at`,
      values: [
        payments.map(() => uuidv7()),
        payments.map((payment) => payment.userId),
        payments.map((payment) => payment.email),
        payments.map((payment) => payment.name),
        payments.some((payment) => payment.isFirst),
      ],
    });
    await noteChange(
      tx,
      payments.map((payment) => payment.userId),
      'contacts',
    );
  });
}
