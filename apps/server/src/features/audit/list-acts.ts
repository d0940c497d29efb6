import type { OperatorAct } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';

const atOnce = 50;

/** What the list calls a person: nobody is named any more once the account is closed. */
const named = (user: string, column: 'name' | 'email') =>
  `case when ${user}.closed_at is null then ${user}.${column} else 'closed account' end`;

type Row = {
  id: bigint;
  at: Date;
  actor: string;
  operator: string | null;
  did: string;
  member: string | null;
  details: string;
  ip: string | null;
  hash: string;
};

/** A page of the audit trail, newest first, and the cursor of the next. Refusals: `invalid_request` for a foreign cursor. */
export async function listActs(
  database: Queryable,
  cursor: string | undefined,
): Promise<{ items: OperatorAct[]; next: string | undefined }> {
  const { rows } = await database.query<Row>(
    `select a.id, a.at, a.actor, a.did, a.details, a.ip, encode(a.hash, 'hex') as hash,
            case when o.id is not null then ${named('o', 'email')} end as operator,
            case when m.id is not null then ${named('m', 'name')} end as member
     from operator_acts a left join people o on o.id = a.operator_id left join people m on m.id = a.member_id
     where $1::bigint is null or a.id <= $1
     order by a.id desc limit $2`,
    [cursor === undefined ? null : readCursor(cursor), atOnce + 1],
  );
  return { items: rows.slice(0, atOnce).map(actView), next: rows[atOnce] && String(rows[atOnce].id) };
}

const actView = ({ at, actor, operator, member, details, ...row }: Row): OperatorAct => ({
  id: String(row.id),
  at: at.toISOString(),
  who: operator ?? actor,
  did: row.did,
  on: [member, details].filter(Boolean).join(', '),
  ip: row.ip,
  hash: row.hash,
});

function readCursor(text: string): bigint {
  if (!/^\d{1,18}$/.test(text))
    throw new Refusal('invalid_request', 'This page of the list is not known. Go back to the start of the list.', {
      fields: { cursor: 'This cursor is not known.' },
    });
  return BigInt(text);
}
