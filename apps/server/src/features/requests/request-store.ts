import { reminderBounds, type PaymentRequest } from '@florin/contract';
import { amountOf, type Amount, type FiatCode } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isUuid } from '../../platform/uuid.ts';
import { lockMember, type Member, type Person } from '../identity/index.ts';
import { endingKey, requestCanceledKind, requestDeclinedKind, requestPaidKind } from './request-ending.ts';

type State = PaymentRequest['state'];

/** A payment request. Each read computes the request's state from the ledger and the database's clock. */
export type MoneyRequest = {
  readonly id: string;
  readonly requester: Person;
  /** The recipient's address. The id and name are set once a member has confirmed the address. */
  readonly recipient: { readonly email: string; readonly id: string | null; readonly name: string | null } | undefined;
  readonly amount: Amount<FiatCode>;
  readonly note: string | undefined;
  readonly endingKey: string;
  readonly state: State;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | undefined;
  /** The fee that the payer paid. Undefined unless the request is paid. */
  readonly paidFee: Amount<FiatCode> | undefined;
  readonly reminders: number;
  /** True if the request or the last reminder is old enough for another reminder. */
  readonly isReminderDue: boolean;
};

type Row = {
  id: string;
  requester_id: string;
  requester_email: string;
  requester_name: string;
  recipient_email: string | null;
  holder_id: string | null;
  holder_name: string | null;
  amount: bigint;
  asset: FiatCode;
  note: string | null;
  ending_key: string;
  state: State;
  created_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  paid_fee: string | null;
  reminders: number;
  rested_enough: boolean;
};

/** Joins the recipient: the member who has the address, or had it until giving it up. */
export const joinHolder = `
  left join addresses h on h.email = r.recipient_email and r.asked_id is null
  left join people p on p.id = coalesce(r.asked_id, h.user_id)
    and (p.disabled_at is null and p.email_confirmed_at is not null or p.closed_at is not null)`;

/** The recipient's name in the requester's contacts, if any. */
export const nameToRequester = `(
  select c.name from contact_names c
  where c.user_id = r.requester_id and c.email = r.recipient_email and c.sent_to = p.id and c.name <> c.email)`;

/**
 * True if the request is for member $1: to the confirmed address $2, to a former address, or to an address that the
 * member gave up since.
 */
export const isAsked = `(
  r.asked_id = $1 or r.asked_id is null and r.recipient_email = any (array(
    select $2::text union all select email from addresses where not current and user_id = $1 and $2::text is not null)))`;

/**
 * A viewer may know the requester by an older address. The requester sees the recipient's name only if it reveals
 * nothing new: after paying that contact, or after the recipient has paid.
 */
const select = `
  select r.*, coalesce(k.email, q.email) as requester_email, q.name as requester_name, p.id as holder_id,
         case when $1 = p.id or e.kind = '${requestPaidKind}' or p.closed_at is not null then p.name else ${nameToRequester} end as holder_name,
         case e.kind
           when '${requestPaidKind}' then 'paid'
           when '${requestDeclinedKind}' then 'declined'
           when '${requestCanceledKind}' then 'cancelled'
           else case when r.expires_at <= now() then 'expired' else 'open' end
         end as state,
         e.recorded_at as ended_at,
         case when e.kind = '${requestPaidKind}' then e.metadata ->> 'fee' end as paid_fee,
         coalesce(r.reminded_at, r.created_at) + interval '${reminderBounds.hoursBetween} hours' <= now() as rested_enough
  from payment_requests r
  join people q on q.id = r.requester_id and q.disabled_at is null
  left join addresses_known k on k.viewer_id = $1 and k.person_id = r.requester_id
  ${joinHolder}
  left join books.contested_entries e on e.key = r.ending_key`;

const requestOf = (row: Row): MoneyRequest => ({
  id: row.id,
  requester: { id: row.requester_id, email: row.requester_email, name: row.requester_name },
  recipient:
    row.recipient_email === null ? undefined : { email: row.recipient_email, id: row.holder_id, name: row.holder_name },
  amount: amountOf(row.asset, row.amount),
  note: row.note ?? undefined,
  endingKey: row.ending_key,
  state: row.state,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  endedAt: row.state === 'expired' ? row.expires_at : (row.ended_at ?? undefined),
  paidFee: row.paid_fee === null ? undefined : amountOf(row.asset, BigInt(row.paid_fee)),
  reminders: row.reminders,
  isReminderDue: row.rested_enough,
});

const maxListed = 200;

/**
 * Returns the member's address if it is confirmed. With an unconfirmed address, another person could read the requests
 * to it.
 */
export const shownAddress = ({ email, emailConfirmed }: Pick<Member, 'email' | 'emailConfirmed'>): string | null =>
  emailConfirmed ? email : null;

/**
 * Lists sent and received requests, newest first, after the request with the id `after`. A request to the requester's
 * own later address counts as sent.
 */
export async function listRequests(
  database: Queryable,
  member: Member,
  state: State | 'all' = 'all',
  after?: string,
): Promise<MoneyRequest[]> {
  const { rows } = await database.query<Row>(
    `select * from (
       ${select} where r.requester_id = $1
       union all
       ${select} where ${isAsked} and r.requester_id <> $1 and q.email_confirmed_at is not null
     ) request
     where ($3 = 'all' or state = $3)
       and ($5::uuid is null or (created_at, id) < (select created_at, id from payment_requests where id = $5))
     order by created_at desc, id desc limit $4`,
    [member.id, shownAddress(member), state, maxListed, after],
  );
  return rows.map(requestOf);
}

/** Returns the member's sent and received requests that were made or ended since a time. */
export async function changedRequests(database: Queryable, member: Member, since: Date): Promise<MoneyRequest[]> {
  const { rows } = await database.query<Row>(
    `select * from (
       ${select} where r.requester_id = $1
       union all
       ${select} where ${isAsked} and r.requester_id <> $1 and q.email_confirmed_at is not null
     ) request
     where created_at >= $3 or ended_at >= $3 or state = 'expired' and expires_at >= $3`,
    [member.id, shownAddress(member), since],
  );
  return rows.map(requestOf);
}

/** Returns the time when the member's next request expires; null if none expires. */
export async function nextRequestExpiry(database: Queryable, member: Member): Promise<Date | null> {
  const { rows } = await database.query<{ next: Date | null }>(
    `select min(r.expires_at) as next from payment_requests r
     where r.expires_at > now() and (r.requester_id = $1 or ${isAsked})`,
    [member.id, shownAddress(member)],
  );
  return rows[0]?.next ?? null;
}

/** Yields all requests in the same order, page by page. */
export async function* allRequests(database: Queryable, member: Member): AsyncGenerator<MoneyRequest> {
  let page: MoneyRequest[] = [];
  do {
    page = await listRequests(database, member, 'all', page.at(-1)?.id);
    yield* page;
  } while (page.length === maxListed);
}

/**
 * Returns a request for its requester, its recipient, or any member if it has no recipient. While the requester's
 * address is unconfirmed, only the requester sees the request. `locked` locks the row until the transaction ends.
 * Errors: `not_found`.
 */
export async function findRequest(
  database: Queryable,
  member: Member,
  id: string,
  { locked = false } = {},
): Promise<MoneyRequest> {
  if (!isUuid(id)) throw noRequest();
  const { rows } = await database.query<Row>(
    `${select}
     where r.id = $3
       and (r.requester_id = $1 or q.email_confirmed_at is not null and (r.recipient_email is null or ${isAsked}))
     ${locked ? 'for update of r' : ''}`,
    [member.id, shownAddress(member), id],
  );
  if (!rows[0]) throw noRequest();
  return requestOf(rows[0]);
}

export function noRequest(): Refusal {
  return new Refusal('not_found', 'This request does not exist.');
}

type NewRequest = {
  readonly id: string;
  readonly recipientEmail: string | undefined;
  readonly amount: Amount;
  readonly note: string | undefined;
};

/** Inserts the request. Returns false if the id already exists. */
export async function insertRequest(
  database: Queryable,
  requester: Member,
  { id, recipientEmail, amount, note }: NewRequest,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `insert into payment_requests (id, requester_id, recipient_email, amount, asset, note, ending_key)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing`,
    [id, requester.id, recipientEmail, amount.units, amount.asset, note, endingKey(id)],
  );
  return rowCount === 1;
}

export type RequestBounds = {
  readonly open: number;
  /** The numbers of requests with a recipient, and of requests to the current recipient. Each request is mailed. */
  readonly asked: number;
  readonly askedOfOne: number;
};

/** The seconds until each limit allows another request; null if it allows one now. */
export type RequestWaits = { readonly [Bound in keyof RequestBounds]: number | null };

/**
 * Checks the limits for another request. Only open requests count towards `open`. Canceling does not restore the other
 * limits, because the mails were sent. Locks the member so that no other request is counted before the transaction
 * ends.
 */
export async function waitsOfToday(
  tx: Queryable,
  requester: Member,
  recipientEmail: string | undefined,
  { open, asked, askedOfOne }: RequestBounds,
): Promise<RequestWaits> {
  await lockMember(tx, requester.id);
  const { rows } = await tx.query<RequestWaits>(
    `with today as (
       select recipient_email, ending_key, created_at,
              ceil(extract(epoch from created_at + interval '1 day' - now()))::int as left_of_day
       from payment_requests where requester_id = $1 and created_at > now() - interval '1 day')
     select (select left_of_day from today t
             where not exists (select from books.contested_entries e where e.key = t.ending_key)
             order by created_at desc offset $3 - 1 limit 1) as "open",
            (select left_of_day from today where recipient_email is not null
             order by created_at desc offset $4 - 1 limit 1) as "asked",
            (select left_of_day from today where recipient_email = $2
             order by created_at desc offset $5 - 1 limit 1) as "askedOfOne"`,
    [requester.id, recipientEmail, open, asked, askedOfOne],
  );
  if (!rows[0]) throw new Error('The query for request limits returned no row.');
  return rows[0];
}

export async function recordReminder(tx: Queryable, id: string): Promise<void> {
  await tx.query('update payment_requests set reminders = reminders + 1, reminded_at = now() where id = $1', [id]);
}

/** Assigns the requests to an address to the member who is giving up this address. */
export async function keepRequests(
  tx: Queryable,
  { memberId, email }: { readonly memberId: string; readonly email: string },
): Promise<void> {
  await tx.query('update payment_requests set asked_id = $2 where recipient_email = $1 and asked_id is null', [
    email,
    memberId,
  ]);
}
