import { amountOf, type Amount, type FiatCode } from '@florin/money';
import type { EntryMetadata, Ledger } from '../../ledger/index.ts';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';
import { heldSendKind } from './held-send-kinds.ts';
import { openAmong, type WrittenSend } from './open-held-sends.ts';

/** A held send: an open hold and its entry's data. */
export type OpenHeldSend = {
  readonly hold: bigint;
  readonly senderId: string;
  readonly currency: FiatCode;
  readonly heldAt: Date;
  readonly metadata: EntryMetadata;
};

type Reading = {
  /** The main database, which has `held_sends`. */
  readonly pool: Pool;
  /** The databases of further ledgers. */
  readonly ledgers?: readonly Pool[] | undefined;
  readonly ledger: Pick<Ledger, 'byLedger' | 'booksOf'>;
};

type Row = {
  readonly hold: bigint;
  readonly asset: FiatCode;
  readonly recorded_at: Date;
  readonly metadata: EntryMetadata;
  readonly send: { readonly sender_id: string };
};

const sendOf = ({ hold, asset, recorded_at: heldAt, metadata, send }: Row): OpenHeldSend => ({
  hold,
  senderId: send.sender_id,
  currency: asset,
  heldAt,
  metadata,
});

/**
 * Joins each held send with its invitee. The ledger's entry decides, because the row of a rejected or raced key may
 * name an invitee who gets nothing.
 */
export const heldSendTables = `held_sends s
  join invited_people i on i.id = s.invitee_id
  join books.entries e on e.key = s.key and e.metadata ->> 'recipient' = s.invitee_id::text
  join books.holds h on h.id = e.id
  join books.accounts a on a.id = h.account_id`;

/** The end of the claim. The hold has the same deadline, unless the sender's test clock moved it. */
export const deadline = 'least(h.expires_at, s.expires_at)';

/**
 * Stores the invitee before the ledger holds the money under the key.
 *
 * @param isHeld whether the ledger holds the money already, so that the call is a repeat and keeps the deadline
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

type Found = {
  readonly sends: readonly OpenHeldSend[];
  /** The error of a ledger that is down. The sends of this ledger are left out. */
  readonly failure: unknown;
};

/** Returns the open sends to an address, oldest first. */
export async function openSendsTo({ pool, ledger }: Reading, email: string): Promise<Found> {
  const { rows } = await pool.query<WrittenSend>(
    `select s.key, s.sender_id, s.invitee_id from held_sends s join invited_people i on i.id = s.invitee_id
     where i.email = $1 and s.expires_at > now()`,
    [email],
  );
  const { open, failure } = await openAmong(ledger, rows);
  return { sends: open.map(sendOf), failure };
}

/**
 * Returns the addresses among the given ones that have open sends. Asks the senders' ledgers only. If a ledger is down,
 * a send that is not over counts as open, because it may be open.
 *
 * @param booksOf returns the database whose `member_books` has the sender's reservations
 */
export async function awaitedAddresses(
  main: Queryable,
  booksOf: (senderId: string) => Promise<Queryable>,
  emails: readonly string[],
): Promise<string[]> {
  const { rows } = await main.query<{ email: string; key: string; sender_id: string; invitee_id: string }>(
    `select i.email, s.key, s.sender_id, s.invitee_id from held_sends s join invited_people i on i.id = s.invitee_id
     where i.email = any ($1) and s.expires_at > now()`,
    [emails],
  );
  const awaited = new Set<string>();
  for (const { email, key, sender_id: sender, invitee_id: invitee } of rows)
    if (!awaited.has(email) && (await mayBeOpen(() => booksOf(sender), key, invitee))) awaited.add(email);
  return [...awaited];
}

async function mayBeOpen(open: () => Promise<Queryable>, key: string, inviteeId: string): Promise<boolean> {
  try {
    const books = await open();
    const { rowCount } = await books.query(
      `select from member_books.entries e join member_books.holds h on h.id = e.id
       where e.key = $1 and e.metadata ->> 'recipient' = $2 and h.ended_by is null and h.expires_at > now()`,
      [key, inviteeId],
    );
    return rowCount !== 0;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return true;
  }
}

type ConfirmedMember = { readonly id: string; readonly email: string };

/**
 * Returns members with a confirmed address and open sends: after an interrupted claim, a concurrent send, or a frozen
 * sender. Includes the error of a ledger that is down. The sends of this ledger are left out.
 */
export async function confirmedWithOpenSends({
  pool,
  ledgers = [],
}: Reading): Promise<{ readonly members: readonly ConfirmedMember[]; readonly failure: unknown }> {
  const { sends, failure } = await reservedIn([pool, ...ledgers], waitingText);
  const { rows } = await pool.query<ConfirmedMember>(
    `select distinct u.id, u.email
     from unnest($1::text[], $2::uuid[]) o (invitee, sender)
     join invited_people i on i.id::text = o.invitee
     join people u on u.email = i.email and u.email_confirmed_at is not null and u.disabled_at is null
     join people sender on sender.id = o.sender and sender.disabled_at is null and sender.restricted_at is null
     limit 500`,
    [sends.map(({ metadata }) => metadata['recipient']), sends.map(({ senderId }) => senderId)],
  );
  return { members: rows, failure };
}

/**
 * Returns sends that were not claimed in time, by the database's clock. These are reservations that are over, and sends
 * of senders who moved their test clock.
 */
export async function unclaimedSends({ pool, ledgers = [], ledger }: Reading): Promise<Found> {
  const { rows: moved } = await pool.query<WrittenSend>(
    `select s.key, s.sender_id, s.invitee_id from held_sends s join moved_accounts m on m.account_id = s.sender_id
     where s.expires_at <= now()`,
  );
  const { open, failure } = await openAmong(ledger, moved);
  const over = await reservedIn([pool, ...ledgers], overText);
  const sends = [...open.map(sendOf), ...over.sends];
  return { sends: [...new Map(sends.map((send) => [send.hold, send])).values()], failure: failure ?? over.failure };
}

const reservedText = `select h.id as hold, a.owner as sender_id, a.asset, e.recorded_at, e.metadata
  from member_books.holds h
  join member_books.entries e on e.id = h.id and e.kind = $1
  join member_books.accounts a on a.id = h.account_id
  where h.ended_by is null`;
const waitingText = `${reservedText} and h.expires_at > now()`;
const overText = `${reservedText} and h.expires_at <= now() limit 500`;

/** Returns the reservations of held sends. Each ledger is asked separately. */
async function reservedIn(ledgers: readonly Queryable[], text: string): Promise<Found> {
  const sends: OpenHeldSend[] = [];
  let failure: unknown;
  for (const books of ledgers)
    try {
      const { rows } = await books.query<Omit<Row, 'send'> & { sender_id: string }>(text, [heldSendKind]);
      sends.push(...rows.map(({ sender_id, ...row }) => sendOf({ ...row, send: { sender_id } })));
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      failure = error;
    }
  return { sends, failure };
}
