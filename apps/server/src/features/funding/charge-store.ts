import { refusalCodes } from '@florin/contract';
import { amountOf, type Amount, type FiatCode } from '@florin/money';
import type { Ledger } from '../../ledger/index.ts';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordChange } from '../identity/index.ts';
import { methodLabel, type StoredMethod } from './method.ts';

export type ChargePurpose = 'deposit' | 'buy';
/** `waiting`: the member is on a page of the card processor, or the processor is not finished. */
export type ChargeState = 'started' | 'waiting' | 'declined' | 'charged' | 'posted' | 'refunded';

export type Charge = {
  /** The command's key, which is also the rail's reference and the entry's key. */
  readonly id: string;
  readonly requestHash: bigint;
  readonly userId: string;
  readonly amount: Amount<FiatCode>;
  readonly purpose: ChargePurpose;
  readonly details: Readonly<Record<string, string>>;
  readonly state: ChargeState;
  /** Why the purchase or deposit failed. The charge is refunded or will be. */
  readonly refusal: Refusal | undefined;
  /** Undefined for a deposit on the card processor's page. */
  readonly railToken: string | undefined;
  /** `Visa •••• 4242` */
  readonly label: string;
  readonly startedAt: Date;
  /** The address of the card processor's page about the charge. */
  readonly processorId: string | undefined;
  /** The card processor's payment, once it is paid. */
  readonly paymentId: string | undefined;
};

type Row = StoredMethod & {
  charge_id: string;
  request_hash: bigint;
  user_id: string;
  amount: bigint;
  asset: FiatCode;
  purpose: ChargePurpose;
  details: Record<string, string>;
  state: ChargeState;
  started_at: Date;
  processor_id: string | null;
  payment_id: string | null;
  /** Null for a deposit on the card processor's page. */
  payment_method_id: string | null;
};

const select = `
  select m.*, c.id as charge_id, c.request_hash, c.user_id, c.amount, c.asset, c.purpose, c.details, c.state,
         c.created_at as started_at, c.processor_id, c.payment_id, c.payment_method_id
  from charges c left join payment_methods m on m.id = c.payment_method_id`;

const chargeOf = (row: Row): Charge => ({
  id: row.charge_id,
  requestHash: row.request_hash,
  userId: row.user_id,
  amount: amountOf(row.asset, row.amount),
  purpose: row.purpose,
  details: row.details,
  state: row.state,
  refusal: recordedRefusal(row.details),
  railToken: row.payment_method_id === null ? undefined : row.rail_token,
  label: row.payment_method_id === null ? (row.details['card'] ?? 'Card') : methodLabel(row),
  startedAt: row.started_at,
  processorId: row.processor_id ?? undefined,
  paymentId: row.payment_id ?? undefined,
});

export type ChargeRequest = {
  readonly command: Command;
  readonly userId: string;
  /** Undefined for a deposit on the card processor's page. */
  readonly method: StoredMethod | undefined;
  readonly amount: Amount<FiatCode>;
  readonly purpose: ChargePurpose;
  /** Details that must not change between attempts, such as the price. The first attempt's details are stored. */
  readonly details: Record<string, string>;
};

/** Returns true if the command has started a charge. */
export async function isCharged(database: Queryable, key: string): Promise<boolean> {
  const { rows } = await database.query('select from charges where id = $1', [key]);
  return rows.length > 0;
}

/** Other attempts may take over the charge after this time. */
const attemptSeconds = 30;

/**
 * True for charges that are not posted, declined or refunded. A frozen account's card is not charged, but money that
 * the card already paid still arrives.
 */
export const isUnfinished = `(c.state = 'charged' or c.state = 'started' and not exists (
  select from people u where u.id = c.user_id and u.disabled_at is not null and u.closed_at is null))`;

/** A longer remaining time was written while the database's clock was ahead, and counts as over. */
const attemptIsOver = `(c.working_until <= now() or c.working_until > now() + interval '1 minute')`;

export const keyReused = () =>
  new Refusal('idempotency_key_reused', 'This Idempotency-Key was used for another request.');

/**
 * Starts the charge, or returns the charge of an earlier attempt. Errors: `still_in_flight` while another attempt runs,
 * `idempotency_key_reused` if a payment of another kind has the key.
 */
export async function beginCharge(
  { pool: database, ledger }: { readonly pool: Queryable; readonly ledger: Pick<Ledger, 'hasEntryElsewhere'> },
  charge: ChargeRequest,
): Promise<Charge> {
  const { command, userId, method, amount, purpose, details } = charge;
  const { rowCount } = await database.query(
    `insert into charges as c
       (id, user_id, request_hash, payment_method_id, amount, asset, purpose, details, state, working_until)
     select $1::uuid, $2::uuid, $3::bigint, $4::uuid, $5::numeric, $6, $7, $8::jsonb, 'started',
            now() + make_interval(secs => $9)
     where exists (select from charges where id = $1)
        or not ($10 or exists (select from member_books.entries where key = $1))
     on conflict (id) do update set working_until = excluded.working_until
       where c.state in ('waiting', 'declined', 'posted', 'refunded') or ${attemptIsOver}`,
    [
      command.key,
      userId,
      command.requestHash,
      method?.id,
      amount.units,
      amount.asset,
      purpose,
      details,
      attemptSeconds,
      await ledger.hasEntryElsewhere(userId, command.key),
    ],
  );
  const { rows } = await database.query<Row>(`${select} where c.id = $1`, [command.key]);
  const found = rows[0];
  if (!found) throw keyReused();
  if (rowCount === 0 && found.request_hash === command.requestHash)
    throw new Refusal('still_in_flight', 'This payment is already in progress. Try again in a moment.', {
      retryAfterSeconds: 1,
    });
  return chargeOf(found);
}

/** Claims charges with interrupted attempts for this node. */
export async function claimAbandoned(database: Queryable, limit: number): Promise<Charge[]> {
  const { rows } = await database.query<{ id: string }>(
    `update charges set working_until = now() + make_interval(secs => $1)
     where id in (select id from charges c where ${isUnfinished} and ${attemptIsOver}
                  order by working_until limit $2 for update skip locked)
     returning id`,
    [attemptSeconds, limit],
  );
  return chargesOf(
    database,
    rows.map(({ id }) => id),
  );
}

/** Returns the charges with these ids. */
export async function chargesOf(database: Queryable, ids: readonly string[]): Promise<Charge[]> {
  const { rows } = await database.query<Row>(`${select} where c.id = any ($1)`, [ids]);
  return rows.map(chargeOf);
}

/** Returns the charge of a payment at the card processor. */
export async function chargeOfPayment(database: Queryable, paymentId: string): Promise<Charge | undefined> {
  const { rows } = await database.query<Row>(`${select} where c.payment_id = $1`, [paymentId]);
  return rows[0] && chargeOf(rows[0]);
}

export async function moveCharge(database: Queryable, id: string, state: ChargeState): Promise<void> {
  await database.query('update charges set state = $2 where id = $1', [id, state]);
}

/** Marks a charge as refunded and notifies the member. The time of the first refund does not change. */
export function recordRefunded(pool: Pool, { id, userId }: Charge): Promise<void> {
  return transact(pool, async (tx) => {
    await tx.query(
      `update charges set state = 'refunded', details = jsonb_build_object('refunded_at', now()) || details where id = $1`,
      [id],
    );
    await recordChange(tx, [userId], 'notifications');
  });
}

/** Stores the first error with the charge and returns it, so that every later attempt gets the same error. */
export async function recordRefusal(database: Queryable, id: string, refusal: Refusal): Promise<Refusal> {
  const { rows } = await database.query<Pick<Row, 'details'>>(
    'update charges set details = $2::jsonb || details where id = $1 returning details',
    [id, { refused_as: refusal.code, refused_because: refusal.message }],
  );
  return (rows[0] && recordedRefusal(rows[0].details)) ?? refusal;
}

function recordedRefusal({ refused_as: code, refused_because: sentence }: Row['details']): Refusal | undefined {
  const known = refusalCodes.find((one) => one === code);
  return known && sentence !== undefined ? new Refusal(known, sentence) : undefined;
}
