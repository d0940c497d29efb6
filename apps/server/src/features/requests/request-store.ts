import { reminderBounds, type PaymentRequest } from '@florin/contract';
import { amountOf, type Amount, type FiatCode } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isUuid } from '../../platform/uuid.ts';
import { lockMember, type Member, type Person } from '../identity/index.ts';
import { endingKey, requestCancelledKind, requestDeclinedKind, requestPaidKind } from './request-ending.ts';

type State = PaymentRequest['state'];

/** A request with its state, which is read from the journal and the database's clock each time. */
export type MoneyRequest = {
  readonly id: string;
  readonly requester: Person;
  /** Who is asked, by address; the account is there once somebody with it has shown that it is theirs. */
  readonly recipient: { readonly email: string; readonly id: string | null; readonly name: string | null } | undefined;
  readonly amount: Amount<FiatCode>;
  readonly note: string | undefined;
  readonly endingKey: string;
  readonly state: State;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | undefined;
  readonly reminders: number;
  /** The last word, the request or a reminder, was long enough ago for another. */
  readonly restedEnough: boolean;
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
  reminders: number;
  rested_enough: boolean;
};

/** The member who was asked: the one whom the address leads to, or led to until they gave it up. */
export const joinHolder = `
  left join addresses h on h.email = r.recipient_email and r.asked_id is null
  left join people p on p.id = coalesce(r.asked_id, h.user_id)
    and (p.disabled_at is null and p.email_confirmed_at is not null or p.closed_at is not null)`;

/** The name under which the requester knows the person who was asked, if any. */
export const nameToRequester = `(
  select c.name from contact_names c
  where c.user_id = r.requester_id and c.email = r.recipient_email and c.sent_to = p.id and c.name <> c.email)`;

/** The request was made to the member $1: to the shown address $2, to a former one, or to one they gave up since. */
export const isAsked = `(
  r.asked_id = $1 or r.asked_id is null and r.recipient_email = any (array(
    select $2::text union all select email from addresses where not current and user_id = $1 and $2::text is not null)))`;

/**
 * A viewer knows the requester by an address that need not be the current one. The requester is told the name of a person
 * who was asked only where it is no news to them: the contact's, once they have paid that person, or the payer's.
 */
const select = `
  select r.*, coalesce(k.email, q.email) as requester_email, q.name as requester_name, p.id as holder_id,
         case when $1 = p.id or e.kind = '${requestPaidKind}' or p.closed_at is not null then p.name else ${nameToRequester} end as holder_name,
         case e.kind
           when '${requestPaidKind}' then 'paid'
           when '${requestDeclinedKind}' then 'declined'
           when '${requestCancelledKind}' then 'cancelled'
           else case when r.expires_at <= now() then 'expired' else 'open' end
         end as state,
         e.recorded_at as ended_at,
         coalesce(r.reminded_at, r.created_at) + interval '${reminderBounds.hoursBetween} hours' <= now() as rested_enough
  from payment_requests r
  join people q on q.id = r.requester_id and q.disabled_at is null
  left join addresses_known k on k.viewer_id = $1 and k.person_id = r.requester_id
  ${joinHolder}
  left join books.entries e on e.key = r.ending_key`;

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
  reminders: row.reminders,
  restedEnough: row.rested_enough,
});

const mostListed = 200;

/** Anybody can sign up with an address: what was asked of it is the member's business once it is shown to be theirs. */
export const shownAddress = ({ email, emailConfirmed }: Pick<Member, 'email' | 'emailConfirmed'>): string | null =>
  emailConfirmed ? email : null;

/**
 * By and to the member, newest first: what they asked of an address that is their own by now is by them. Those after the
 * one of that id, if it is named.
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
    [member.id, shownAddress(member), state, mostListed, after],
  );
  return rows.map(requestOf);
}

/** All of them, in the same order, read as they are taken. */
export async function* allRequests(database: Queryable, member: Member): AsyncGenerator<MoneyRequest> {
  let page: MoneyRequest[] = [];
  do {
    page = await listRequests(database, member, 'all', page.at(-1)?.id);
    yield* page;
  } while (page.length === mostListed);
}

/**
 * The request, if it concerns the member: who made it, whom it is to, and anybody with the link of one to nobody in
 * particular. One whose requester has not confirmed their address waits until they have, for everybody else. Locked, if asked for, until the transaction ends. Refusals: `not_found`.
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
  return new Refusal('not_found', 'There is no such request.');
}

type NewRequest = {
  readonly id: string;
  readonly recipientEmail: string | undefined;
  readonly amount: Amount;
  readonly note: string | undefined;
};

/** Nothing where there is one with that id already. Is it new? */
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
  /** Of somebody, who is told of each, and of the one who is asked now. */
  readonly asked: number;
  readonly askedOfOne: number;
};

/** The seconds until fewer of the last 24 hours count against a bound, or null where there is room now. */
export type RequestWaits = { readonly [Bound in keyof RequestBounds]: number | null };

/**
 * Looks whether there is room for another request. Only those that are open count against the first bound; the mails of
 * the others are not called back by cancelling. Until the transaction ends no other request of the member is counted.
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
             where not exists (select from books.entries e where e.key = t.ending_key)
             order by created_at desc offset $3 - 1 limit 1) as "open",
            (select left_of_day from today where recipient_email is not null
             order by created_at desc offset $4 - 1 limit 1) as "asked",
            (select left_of_day from today where recipient_email = $2
             order by created_at desc offset $5 - 1 limit 1) as "askedOfOne"`,
    [requester.id, recipientEmail, open, asked, askedOfOne],
  );
  if (!rows[0]) throw new Error('a row of three numbers is not there');
  return rows[0];
}

export async function noteReminder(tx: Queryable, id: string): Promise<void> {
  await tx.query('update payment_requests set reminders = reminders + 1, reminded_at = now() where id = $1', [id]);
}

/** Keeps the requests that were made to an address for the member who is giving it up. */
export async function keepRequests(
  tx: Queryable,
  { memberId, email }: { readonly memberId: string; readonly email: string },
): Promise<void> {
  await tx.query('update payment_requests set asked_id = $2 where recipient_email = $1 and asked_id is null', [
    email,
    memberId,
  ]);
}
