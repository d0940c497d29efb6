import type { Amount } from '@florin/money';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { recordChange } from '../../identity/index.ts';
import { chargesOf, type Charge } from '../charge-store.ts';

// The steps of a charge at the card processor. No step changes a final state, because several attempts may run the same
// step at once.

/** The processor is asked at once when the member returns, or an event arrives. This job handles the other charges. */
const firstAskSeconds = 120;

/** Stores the address of the processor's page about the charge. Returns false if the charge has ended meanwhile. */
export async function recordWaiting(database: Queryable, id: string, processorId: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `update charges set state = 'waiting', processor_id = $2,
       ask_after = coalesce(ask_after, now() + make_interval(secs => $3))
     where id = $1 and state in ('started', 'waiting') and coalesce(processor_id, $2) = $2`,
    [id, processorId, firstAskSeconds],
  );
  return rowCount === 1;
}

/** Stores the processor's id of a charge before anything else, so that a crash does not lose it. */
export async function recordProcessorId(database: Queryable, id: string, processorId: string): Promise<void> {
  await database.query('update charges set processor_id = $2 where id = $1 and processor_id is null', [
    id,
    processorId,
  ]);
}

type Paid = { readonly paymentId: string; readonly label: string };

/** Marks a charge as charged, even if it counted as declined, because the processor has the money. */
export async function recordPaid(pool: Pool, { id, userId }: Charge, { paymentId, label }: Paid): Promise<Charge> {
  await transact(pool, async (tx) => {
    await tx.query(
      `update charges set payment_id = $2, details = jsonb_build_object('card', $3::text) || details,
         state = case when state in ('posted', 'refunded') then state else 'charged' end
       where id = $1`,
      [id, paymentId, label],
    );
    await recordChange(tx, [userId], 'money');
  });
  return again(pool, id);
}

/**
 * Marks a charge as declined. Call it only for the processor's final answer.
 *
 * @param reason a sentence for the member, or undefined if the card was declined
 */
export async function recordEnded(pool: Pool, { id, userId }: Charge, reason: string | undefined): Promise<Charge> {
  await transact(pool, async (tx) => {
    await tx.query(
      `update charges set state = 'declined',
         details = jsonb_strip_nulls(jsonb_build_object('ended_because', $2::text)) || details
       where id = $1 and state in ('started', 'waiting')`,
      [id, reason],
    );
    await recordChange(tx, [userId], 'money');
  });
  return again(pool, id);
}

export async function addDetails(database: Queryable, id: string, details: Record<string, string>): Promise<void> {
  await database.query('update charges set details = details || $2::jsonb where id = $1', [id, details]);
}

/** Returns the charge's current state. */
export async function again(database: Queryable, id: string): Promise<Charge> {
  const [charge] = await chargesOf(database, [id]);
  if (!charge) throw new Error(`the charge ${id} is gone`);
  return charge;
}

/** Claims waiting charges to ask the processor about. Older charges are asked about less often. */
export async function claimWaiting(database: Queryable, limit: number): Promise<Charge[]> {
  const { rows } = await database.query<{ id: string }>(
    `update charges
     set ask_after = now() + greatest(interval '30 seconds', least(interval '1 hour', (now() - created_at) / 4))
     where id in (select id from charges where state = 'waiting' and ask_after <= now()
                  order by ask_after limit $1 for update skip locked)
     returning id`,
    [limit],
  );
  return chargesOf(
    database,
    rows.map(({ id }) => id),
  );
}

export const isSameAmount = (one: Amount, other: Amount): boolean =>
  one.asset === other.asset && one.units === other.units;
