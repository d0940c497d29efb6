import { amountOf, type Amount, type FiatCode } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import type { Member } from '../identity/index.ts';
import { requestDeclinedKind, requestPaidKind } from './request-ending.ts';
import { isAsked, joinHolder, nameToRequester, shownAddress } from './request-store.ts';

/** Something about a request that somebody else did, or the clock. */
export type RequestNews = {
  readonly requestId: string;
  readonly kind: 'request_received' | 'request_paid' | 'request_declined' | 'request_expired';
  /** Who asks or paid. Of a request that was declined or expired, the address unless the requester knows the name; null for a link. */
  readonly otherName: string | null;
  readonly amount: Amount<FiatCode>;
  readonly note: string | undefined;
  readonly at: Date;
  /** A request that was received, and can still be paid or declined. */
  readonly open: boolean;
};

type Row = {
  id: string;
  kind: RequestNews['kind'];
  other_name: string | null;
  amount: bigint;
  asset: FiatCode;
  note: string | null;
  at: Date;
  open: boolean;
};

/** The latest about a member's requests, newest first: those to the member, and how the member's own ended. */
export async function requestNews(
  database: Queryable,
  member: Pick<Member, 'id' | 'email' | 'emailConfirmed'>,
  limit: number,
): Promise<RequestNews[]> {
  const { rows } = await database.query<Row>({
    name: 'request-news',
    text: `
      (select r.id, 'request_received' as kind, q.name as other_name, r.amount, r.asset, r.note, r.created_at as at,
              e.id is null and r.expires_at > now() as open
       from payment_requests r
       join people q on q.id = r.requester_id and q.disabled_at is null and q.email_confirmed_at is not null
       left join books.entries e on e.key = r.ending_key
       where ${isAsked} and r.requester_id <> $1
       order by r.created_at desc limit $3)
      union all
      (select r.id,
              case e.kind when '${requestPaidKind}' then 'request_paid'
                          when '${requestDeclinedKind}' then 'request_declined'
                          else 'request_expired' end,
              case when e.kind = '${requestPaidKind}' then a.name else coalesce(${nameToRequester}, r.recipient_email) end,
              r.amount, r.asset, r.note,
              coalesce(e.recorded_at, r.expires_at) as at, false
       from payment_requests r
       left join books.entries e on e.key = r.ending_key
       left join people a on a.id = e.actor and (a.email_confirmed_at is not null or a.closed_at is not null)
       ${joinHolder}
       where r.requester_id = $1
         and (e.kind in ('${requestPaidKind}', '${requestDeclinedKind}') or e.id is null and r.expires_at <= now())
       order by at desc limit $3)
      order by at desc, id desc limit $3`,
    values: [member.id, shownAddress(member), limit],
  });
  return rows.map((row) => ({
    requestId: row.id,
    kind: row.kind,
    otherName: row.other_name,
    amount: amountOf(row.asset, row.amount),
    note: row.note ?? undefined,
    at: row.at,
    open: row.open,
  }));
}
