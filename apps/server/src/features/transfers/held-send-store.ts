import { amountOf, type Amount, type FiatCode } from '@florin/money';
import type { EntryMetadata } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';

/** A held send: an open hold and its entry's data. */
export type OpenHeldSend = {
  readonly hold: bigint;
  readonly senderId: string;
  readonly currency: FiatCode;
  readonly heldAt: Date;
  readonly metadata: EntryMetadata;
};

type Row = { hold: bigint; sender_id: string; asset: FiatCode; recorded_at: Date; metadata: EntryMetadata };

const sendOf = (row: Row): OpenHeldSend => ({
  hold: row.hold,
  senderId: row.sender_id,
  currency: row.asset,
  heldAt: row.recorded_at,
  metadata: row.metadata,
});

/**
 * Joins each held send with its invitee. The entry decides: a rejected or raced key may have a row for an invitee who
 * gets nothing.
 */
export const heldSendTables = `held_sends s
  join invited_people i on i.id = s.invitee_id
  join books.entries e on e.key = s.key and e.metadata ->> 'recipient' = s.invitee_id::text
  join books.holds h on h.id = e.id
  join books.accounts a on a.id = h.account_id`;

/** The end of the claim. The hold has the same one, unless the sender's test clock moved it. */
export const deadline = 'least(h.expires_at, s.expires_at)';

const select = `select h.id as hold, s.sender_id, a.asset, e.recorded_at, e.metadata from ${heldSendTables}`;

/**
 * Stores the invitee before the ledger holds the money under the key.
 *
 * @param isHeld the ledger holds the money already, so the call is a repeat, which keeps the deadline
 * @returns the deadline of the claim: 30 days from now by the database's clock, or the earlier deadline of a hold
 */
export async function writeHeldSend(
  database: Queryable,
  { key, senderId, inviteeId, isHeld }: { key: string; senderId: string; inviteeId: string; isHeld: boolean },
): Promise<Date> {
  const { rows } = await database.query<{ expires_at: Date }>(
    `insert into held_sends as s (key, sender_id, invitee_id) values ($1, $2, $3)
     on conflict (key, invitee_id) do update set created_at = excluded.created_at, expires_at =
       case when $4 then s.expires_at else excluded.expires_at end
     returning s.expires_at`,
    [key, senderId, inviteeId, isHeld],
  );
  if (!rows[0]) throw new Error('The insert of a held send returned no row.');
  return rows[0].expires_at;
}

/** Returns the sum per currency, in order of first appearance. */
export function sumsOf(sends: readonly { readonly asset: FiatCode; readonly metadata: EntryMetadata }[]) {
  const sums = new Map<FiatCode, bigint>();
  for (const { asset, metadata } of sends) sums.set(asset, (sums.get(asset) ?? 0n) + BigInt(metadata['amount'] ?? ''));
  return [...sums].map(([asset, units]): Amount<FiatCode> => amountOf(asset, units));
}

/** Returns the open sends to an address, oldest first. */
export async function openSendsTo(database: Queryable, email: string): Promise<OpenHeldSend[]> {
  const { rows } = await database.query<Row>(
    `${select}
     where i.email = $1 and h.ended_by is null and ${deadline} > now() order by e.recorded_at, h.id`,
    [email],
  );
  return rows.map(sendOf);
}

/** Returns those addresses that have open sends. */
export async function awaitedAddresses(database: Queryable, emails: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ email: string }>(
    `select distinct i.email from ${heldSendTables}
     where i.email = any ($1) and h.ended_by is null and ${deadline} > now()`,
    [emails],
  );
  return rows.map(({ email }) => email);
}

/**
 * Returns members with a confirmed address and open sends: after an interrupted claim, a concurrent send, or a frozen
 * sender.
 */
export async function confirmedWithOpenSends(database: Queryable): Promise<{ id: string; email: string }[]> {
  const { rows } = await database.query<{ id: string; email: string }>(
    `select distinct u.id, u.email
     from ${heldSendTables}
     join people u on u.email = i.email and u.email_confirmed_at is not null and u.disabled_at is null
     join people sender on sender.id = s.sender_id and sender.disabled_at is null
       and sender.restricted_at is null
     where h.ended_by is null and ${deadline} > now() limit 500`,
  );
  return rows;
}

/** Returns sends that were not claimed in time, by the database's clock. */
export async function unclaimedSends(database: Queryable): Promise<OpenHeldSend[]> {
  const { rows } = await database.query<Row>(
    `${select} where h.ended_by is null and h.expires_at <= now()
     union
     ${select} join moved_accounts m on m.account_id = s.sender_id
     where h.ended_by is null and s.expires_at <= now()
     limit 500`,
  );
  return rows.map(sendOf);
}
