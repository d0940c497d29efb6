import { amountOf, type Amount, type FiatCode } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import type { Member } from '../identity/index.ts';
import { requestDeclinedKind, requestPaidKind } from './request-ending.ts';
import { isAsked, joinHolder, nameToRequester, shownAddress } from './request-store.ts';

/** A change of a request that another person or the clock caused. */
export type RequestNews = {
  readonly requestId: string;
  readonly kind: 'request_received' | 'request_paid' | 'request_declined' | 'request_expired';
  /**
   * The requester's or payer's name. For a declined or expired request: the name if the requester knows it, else the
   * address; null for a link.
   */
  readonly otherName: string | null;
  readonly amount: Amount<FiatCode>;
  readonly note: string | undefined;
  readonly at: Date;
  /** True for a received request that can still be paid or declined. */
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

/**
 * Returns the latest changes of a member's requests, newest first: received requests, and endings of the member's own
 * requests.
 */
export async function requestNews(
  database: Queryable,
  member: Pick<Member, 'id' | 'email' | 'emailConfirmed'>,
  limit: number,
): Promise<RequestNews[]> {
  const { rows } = await database.query<Row>({
    name: 'request-news',
    text: `
      (select r.id, 'request_received' as kind, q.name as other_name, r.amount, r.asset, r.note, r.created_at as at,
              e.key is null and r.expires_at > now() as open
       from payment_requests r
       join people q on q.id = r.requester_id and q.disabled_at is null and q.email_confirmed_at is not null
       left join books.contested_entries e on e.key = r.ending_key
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
       left join books.contested_entries e on e.key = r.ending_key
       left join people a on a.id = e.actor and (a.email_confirmed_at is not null or a.closed_at is not null)
       ${joinHolder}
       where r.requester_id = $1
         and (e.kind in ('${requestPaidKind}', '${requestDeclinedKind}') or e.key is null and r.expires_at <= now())
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
