import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { batchLoader } from '../../platform/database/batch-loader.ts';
import { recordKnownAddress, type Person, recordChange } from '../identity/index.ts';

/** The time of the last payment to a contact is exact to one minute. Later payments within the minute write nothing. */
const updateIntervalMs = 60_000;
/** The maximum number of cached pairs of sender and address. The oldest pairs are evicted first. */
const maxSeen = 100_000;

type Payment = {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  /** The id of the address holder: a member or an invitee. */
  readonly sentTo: string;
  /** Whether this process has seen no earlier payment to this holder at this address. */
  readonly isFirst: boolean;
};

export type Contacts = ReturnType<typeof openContacts>;

/** Adds recipients to the contacts of their senders. Payments that arrive together share one statement. */
export function openContacts({ pool, logger }: { readonly pool: Pool; readonly logger: Logger }) {
  const seen = new Map<string, { readonly at: number; readonly sentTo: string }>();
  const write = batchLoader<Payment, true>(async (payments) => {
    await writePayments(pool, payments);
    return new Map<Payment, true>();
  });

  return {
    /**
     * Records a payment that was posted. The first payment to an address adds a contact with the given name. A later
     * payment does not change the name, unless the name is the bare address. Waits for the write if the address or its
     * holder is new, so the contact exists before the payment is answered. Logs a failed write and never fails the
     * payment.
     */
    async remember(userId: string, { id: sentTo, email, name, moved }: Person): Promise<void> {
      const pair = `${userId} ${email}`;
      const last = seen.get(pair);
      const isFirst = last?.sentTo !== sentTo;
      if (!isFirst && Date.now() - last.at < updateIntervalMs) return;
      seen.delete(pair);
      seen.set(pair, { at: Date.now(), sentTo });
      if (seen.size > maxSeen) seen.delete(seen.keys().next().value ?? '');

      const payment = { userId, email, name, sentTo, isFirst };
      const written = (moved ? rememberMoved(pool, payment, write) : write(payment)).catch((error: unknown) => {
        seen.delete(pair);
        logger.error({ err: error }, 'cannot add the recipient of a posted payment to the contacts');
      });
      if (isFirst) await written;
    },

    /** Forgets a removed contact, so the next payment adds it again. On other nodes this can take a minute. */
    forget(userId: string, email: string): void {
      seen.delete(`${userId} ${email}`);
    },
  };
}

/** Records the paid address as known to the sender if the recipient has several addresses. */
async function rememberMoved(
  pool: Pool,
  payment: Payment,
  write: (payment: Payment) => Promise<unknown>,
): Promise<void> {
  await recordKnownAddress(pool, payment.userId, { id: payment.sentTo, email: payment.email });
  await write(payment);
}

/**
 * Writes new contacts durably. Skips the wait for the disk if only payment times change, because losing a minute is
 * harmless.
 */
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
