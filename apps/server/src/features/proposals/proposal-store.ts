import type { Proposal as ProposalView, ProposalKind } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import { isUuid } from '../../platform/uuid.ts';
import { exOperator, frozenPayee, type Person, type Proposal, type Subject } from './proposal.ts';

/** The maximum number of proposals in a list. */
const maxListed = 200;

type Row = {
  id: string;
  request_hash: bigint;
  kind: ProposalKind;
  parameters: Omit<Subject, 'kind'>;
  member: Person | null;
  reason: string;
  proposer: Person;
  proposed_at: Date;
  expires_at: Date;
  state: ProposalView['state'];
  is_over: boolean;
  decider: Person | null;
  decided_at: Date | null;
  decision_reason: string | null;
  by_operator: boolean;
  is_frozen: boolean;
};

const select = `
  select p.id, p.request_hash, p.kind, p.parameters, p.reason, p.proposed_at, p.expires_at, p.state,
         p.expires_at <= now() as is_over, p.decided_at, p.decision_reason,
         o.role = 'operator' and o.disabled_at is null as by_operator, m.disabled_at is not null as is_frozen,
         case when m.id is not null then jsonb_build_object('id', m.id, 'name', m.name, 'email', m.email) end as member,
         jsonb_build_object('id', o.id, 'name', o.name, 'email', o.email) as proposer,
         case when d.id is not null then jsonb_build_object('id', d.id, 'name', d.name, 'email', d.email) end as decider
  from operator_proposals p
  join people o on o.id = p.proposed_by
  left join people m on m.id = p.member_id
  left join people d on d.id = p.decided_by`;

const isOpen = `p.state = 'proposed' and p.expires_at > now()`;

const isCredit = (kind: ProposalKind) => kind === 'allocate_line' || kind === 'allocate_unowned';

const proposalOf = (row: Row): Proposal => ({
  id: row.id,
  requestHash: row.request_hash,
  about: { kind: row.kind, ...row.parameters } as Subject,
  member: row.member ?? undefined,
  reason: row.reason,
  proposedBy: row.proposer,
  proposedAt: row.proposed_at,
  expiresAt: row.expires_at,
  state: row.state === 'proposed' && row.is_over ? 'expired' : row.state,
  isOver: row.is_over,
  decidedBy: row.decider ?? undefined,
  decidedAt: row.decided_at ?? undefined,
  decisionReason: row.decision_reason ?? undefined,
  notApprovable: row.by_operator ? (isCredit(row.kind) && row.is_frozen ? frozenPayee : undefined) : exOperator,
});

/** Returns the open proposals, oldest first. */
export async function listOpenProposals(database: Queryable): Promise<Proposal[]> {
  const { rows } = await database.query<Row>(`${select} where ${isOpen} order by p.proposed_at, p.id limit $1`, [
    maxListed,
  ]);
  return rows.map(proposalOf);
}

export async function countOpenProposals(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ open: number }>(
    `select count(*)::int as open from operator_proposals p where ${isOpen}`,
  );
  return rows[0]?.open ?? 0;
}

export type OpenProposal = { readonly id: string; readonly kind: ProposalKind; readonly proposedBy: string };

/** Returns the open proposals about these orders, by order id. */
export async function openProposalsAbout(
  database: Queryable,
  orders: readonly string[],
): Promise<ReadonlyMap<string, OpenProposal>> {
  const found = await openProposalsOn(database, orders.map(orderSubject));
  return new Map([...found].map(([subject, proposal]) => [subject.slice(orderSubject('').length), proposal]));
}

/** Returns the open proposals about these subjects, by subject. */
export async function openProposalsOn(
  database: Queryable,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, OpenProposal>> {
  const { rows } = await database.query<{ id: string; kind: ProposalKind; subject: string; proposed_by: string }>(
    `select p.id, p.kind, p.subject, p.proposed_by from operator_proposals p where p.subject = any ($1) and ${isOpen}`,
    [subjects],
  );
  return new Map(rows.map(({ id, kind, subject, proposed_by: proposedBy }) => [subject, { id, kind, proposedBy }]));
}

export const orderSubject = (order: string) => `order ${order}`;

export async function proposalById(database: Queryable, id: string): Promise<Proposal | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await database.query<Row>(`${select} where p.id = $1`, [id]);
  return rows[0] && proposalOf(rows[0]);
}

/** Returns the proposal and locks it until the transaction ends. */
export async function lockProposal(tx: Queryable, id: string): Promise<Proposal | undefined> {
  if (!isUuid(id)) return undefined;
  await tx.query('select from operator_proposals where id = $1 for update', [id]);
  return proposalById(tx, id); // a separate statement sees the row as it is after the lock
}

type Ending = {
  readonly state: Exclude<ProposalView['state'], 'proposed'>;
  readonly by: string | null;
  readonly reason: string | null;
};

/** Ends an open proposal. The caller holds its lock. */
export async function endProposal(tx: Queryable, id: string, { state, by, reason }: Ending): Promise<void> {
  const { rowCount } = await tx.query(
    `update operator_proposals set state = $2, decided_by = $3, decision_reason = $4, decided_at = now()
     where id = $1 and state = 'proposed'`,
    [id, state, by, reason],
  );
  if (rowCount !== 1) throw new Error('the locked proposal is no longer open');
}
