import type { OperatorAct } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';

const pageSize = 50;

/** Returns SQL for a user's name or email. The list shows neither for a closed account. */
const nameOf = (user: string, column: 'name' | 'email') =>
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

/**
 * Returns a page of the audit trail, newest first, with the cursor of the next page. Refusals: `invalid_request` for an
 * unknown cursor.
 */
export async function listActs(
  database: Queryable,
  cursor: string | undefined,
): Promise<{ items: OperatorAct[]; next: string | undefined }> {
  const { rows } = await database.query<Row>(
    `select a.id, a.at, a.actor, a.did, a.details, a.ip, encode(a.hash, 'hex') as hash,
            case when o.id is not null then ${nameOf('o', 'email')} end as operator,
            case when m.id is not null then ${nameOf('m', 'name')} end as member
     from operator_acts a left join people o on o.id = a.operator_id left join people m on m.id = a.member_id
     where $1::bigint is null or a.id <= $1
     order by a.id desc limit $2`,
    [cursor === undefined ? null : readCursor(cursor), pageSize + 1],
  );
  return { items: rows.slice(0, pageSize).map(actView), next: rows[pageSize] && String(rows[pageSize].id) };
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
    throw new Refusal('invalid_request', 'Unknown page. Go back to the start of the list.', {
      fields: { cursor: 'Unknown cursor.' },
    });
  return BigInt(text);
}
