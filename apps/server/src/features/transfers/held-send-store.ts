import { amountOf, type Amount, type FiatCode } from '@florin/money';
import type { EntryMetadata } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';

/** A send that waits for its recipient: an open hold and what its entry says. */
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
 * Each send with whom it is for. The entry decides: a key that was refused once, or that two sends raced for, may have a
 * row for somebody who is to get nothing.
 */
export const heldSendTables = `held_sends s
  join invited_people i on i.id = s.invitee_id
  join books.entries e on e.key = s.key and e.metadata ->> 'recipient' = s.invitee_id::text
  join books.holds h on h.id = e.id
  join books.accounts a on a.id = h.account_id`;

const select = `select h.id as hold, s.sender_id, a.asset, e.recorded_at, e.metadata from ${heldSendTables}`;

/**
 * Writes down whom money may be for, before the ledger holds it under that key or does not.
 *
 * @returns until when it can be claimed, 30 days from now by the database's clock; what is held already keeps its own
 */
export async function writeHeldSend(
  database: Queryable,
  { key, senderId, inviteeId }: { key: string; senderId: string; inviteeId: string },
): Promise<Date> {
  const { rows } = await database.query<{ expires_at: Date }>(
    `insert into held_sends (key, sender_id, invitee_id) values ($1, $2, $3)
     on conflict (key, invitee_id) do update set created_at = excluded.created_at, expires_at = excluded.expires_at
     returning expires_at`,
    [key, senderId, inviteeId],
  );
  if (!rows[0]) throw new Error('a held send that was just written is not there');
  return rows[0].expires_at;
}

/** What is sent in each currency, in the order in which the currencies first appear. */
export function sumsOf(sends: readonly { readonly asset: FiatCode; readonly metadata: EntryMetadata }[]) {
  const sums = new Map<FiatCode, bigint>();
  for (const { asset, metadata } of sends) sums.set(asset, (sums.get(asset) ?? 0n) + BigInt(metadata['amount'] ?? ''));
  return [...sums].map(([asset, units]): Amount<FiatCode> => amountOf(asset, units));
}

/** What waits for an address, oldest first. */
export async function openSendsTo(database: Queryable, email: string): Promise<OpenHeldSend[]> {
  const { rows } = await database.query<Row>(
    `${select}
     where i.email = $1 and h.ended_by is null and h.expires_at > now() order by h.id`,
    [email],
  );
  return rows.map(sendOf);
}

/** Those of the addresses that something waits for. */
export async function awaitedAddresses(database: Queryable, emails: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ email: string }>(
    `select distinct i.email from ${heldSendTables}
     where i.email = any ($1) and h.ended_by is null and h.expires_at > now()`,
    [emails],
  );
  return rows.map(({ email }) => email);
}

/**
 * Members with a confirmed address that something waits for: a claim that was cut off, a send that crossed with it, or
 * one whose sender was frozen.
 */
export async function confirmedWithOpenSends(database: Queryable): Promise<{ id: string; email: string }[]> {
  const { rows } = await database.query<{ id: string; email: string }>(
    `select distinct u.id, u.email
     from ${heldSendTables}
     join people u on u.email = i.email and u.email_confirmed_at is not null and u.disabled_at is null
     join people sender on sender.id = s.sender_id and sender.disabled_at is null
     where h.ended_by is null and h.expires_at > now() limit 500`,
  );
  return rows;
}

/** What nobody claimed in time, by the database's clock. */
export async function unclaimedSends(database: Queryable): Promise<OpenHeldSend[]> {
  const { rows } = await database.query<Row>(
    `${select} where h.ended_by is null and h.expires_at <= now() order by h.expires_at limit 500`,
  );
  return rows.map(sendOf);
}
