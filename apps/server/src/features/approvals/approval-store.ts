import type { Approval, BusinessRole } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import type { PlainEntry } from './entry-json.ts';
import type { StoredRules } from './rule-store.ts';

/** The number of approvals that a rule asks for, and the roles whose approvals count for this rule. */
export type Ask = { readonly approvals: number; readonly approvers: readonly BusinessRole[] };

/** The details of a proposal that people see. */
export type Shown = {
  readonly title: string;
  readonly why: readonly string[];
  /** The approvals that each rule asks for. Without this list, all approvals count alike. */
  readonly asks?: readonly Ask[];
  readonly payment?: {
    readonly asset: string;
    readonly units: string;
    readonly total: string;
    readonly to: string;
    readonly note?: string | undefined;
  };
};

/**
 * A batch payout that waits for approval. The feature of batch payouts reads the end of the proposal, and pays the
 * rows.
 */
export type ProposedBatch = {
  readonly batch_id: string;
  /** The API key that made the proposal. */
  readonly apiKey?: string | undefined;
};

export type ApprovalRow = {
  readonly id: string;
  readonly business_id: string;
  readonly kind: Approval['kind'];
  /** The entry to post, the batch payout, or the rules with the version that they replace. */
  readonly content: PlainEntry | ProposedBatch | StoredRules;
  readonly shown: Shown;
  readonly needed: number;
  readonly approvers: readonly BusinessRole[];
  readonly proposed_by: string;
  readonly proposer_name: string;
  readonly by_key: { readonly id: string; readonly name: string } | null;
  readonly proposed_at: Date;
  readonly expires_at: Date;
  readonly state: Approval['state'];
  readonly ended_at: Date | null;
  readonly reason: string | null;
  readonly is_due: boolean;
  readonly settled_at: Date | null;
  readonly approved_by: readonly { readonly id: string; readonly name: string }[];
};

const columns = `
  a.id, a.business_id, a.kind, a.content, a.shown, a.needed, a.approvers, a.proposed_by, u.name as proposer_name,
  (select jsonb_build_object('id', k.id, 'name', k.name) from key_names k where k.id = (a.content ->> 'apiKey')::uuid) as by_key,
  a.proposed_at, a.expires_at, a.state, a.ended_at, a.reason, a.expires_at <= now() as is_due,
  a.settled_at,
  coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by g.at)
            from approvals_given g join people p on p.id = g.person_id where g.approval_id = a.id), '[]') as approved_by`;

/**
 * A payment whose money the ledger never held was refused, and its row means nothing. The main database stores the
 * payment's key as contested, so a ledger that is down does not delay the proposals of other ledgers.
 */
export const counts = `(a.kind <> 'payment' or a.is_seen or exists (select from books.contested_entries e where e.key = a.id))`;

const tables = 'approvals a join people u on u.id = a.proposed_by';

const isOpen = `a.state = 'proposed' and a.expires_at > now()`;
const openOnes = `${isOpen} order by a.proposed_at`;
const endedOnes = `not (${isOpen}) order by coalesce(a.ended_at, a.expires_at) desc`;

export async function listApprovals(database: Queryable, businessId: string, state: 'open' | 'ended') {
  const { rows } = await database.query<ApprovalRow>(
    `select ${columns} from ${tables}
     where a.business_id = $1 and ${counts} and ${state === 'open' ? openOnes : endedOnes} limit 200`,
    [businessId],
  );
  return rows;
}

/** Returns the proposals of a business that began, or ended for good, since a time. */
export async function changedApprovals(database: Queryable, businessId: string, since: Date): Promise<ApprovalRow[]> {
  const { rows } = await database.query<ApprovalRow>(
    `select ${columns} from ${tables}
     where a.business_id = $1 and ${counts} and (a.proposed_at >= $2 or a.settled_at >= $2)`,
    [businessId, since],
  );
  return rows;
}

export async function findApproval(database: Queryable, id: string): Promise<ApprovalRow | undefined> {
  const { rows } = await database.query<ApprovalRow>(
    `select ${columns} from ${tables} where a.id::text = $1 and ${counts}`,
    [id],
  );
  return rows[0];
}

/** Returns the proposal of a business whose payment has this key and is neither made nor abandoned. */
export async function findWaiting(
  database: Queryable,
  businessId: string,
  paymentKey: string,
): Promise<string | undefined> {
  const { rows } = await database.query<{ id: string }>(
    `select a.id from approvals a
     where a.business_id = $1 and a.kind = 'payment' and a.settled_at is null and a.content ->> 'key' = $2 and ${counts}
     order by a.proposed_at limit 1`,
    [businessId, paymentKey],
  );
  return rows[0]?.id;
}

/** Locks a proposal until the transaction ends, and returns its state after locking. */
export async function lockApproval(tx: Queryable, id: string): Promise<ApprovalRow | undefined> {
  await tx.query('select from approvals where id::text = $1 for update', [id]);
  return findApproval(tx, id);
}

type New = Pick<
  ApprovalRow,
  'id' | 'business_id' | 'kind' | 'content' | 'shown' | 'needed' | 'approvers' | 'proposed_by'
>;

/**
 * Stores a proposal. Storing the same proposal again changes nothing, unless the ledger refused it. Then the sender may
 * have changed the payment, or another person the rules.
 */
export async function insertApproval(database: Queryable, row: New): Promise<void> {
  await database.query(
    `insert into approvals as a (id, business_id, kind, content, shown, needed, approvers, proposed_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (id) do update set
       content = excluded.content, shown = excluded.shown, needed = excluded.needed, approvers = excluded.approvers,
       proposed_by = excluded.proposed_by, proposed_at = excluded.proposed_at, expires_at = excluded.expires_at
     where a.state = 'proposed' and not ${counts}`,
    [
      row.id,
      row.business_id,
      row.kind,
      JSON.stringify(row.content),
      JSON.stringify(row.shown),
      row.needed,
      row.approvers,
      row.proposed_by,
    ],
  );
}

type Ended = Exclude<Approval['state'], 'proposed'>;

export async function endApproval(
  tx: Queryable,
  id: string,
  { state, reason = null }: { readonly state: Ended; readonly reason?: string | null },
): Promise<void> {
  await tx.query('update approvals set state = $2, reason = $3, ended_at = coalesce(ended_at, now()) where id = $1', [
    id,
    state,
    reason,
  ]);
}

export const markSettled = (database: Queryable, id: string) =>
  database.query('update approvals set settled_at = now() where id = $1', [id]);

/** Returns whether the job has work: mails, expiries, unfinished ends, and payments that the ledger refused. */
export async function hasWork(database: Queryable): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'approvals-with-work',
    text: `select from approvals
           where settled_at is null and (state <> 'proposed' or notified_at is null or expires_at <= now()) limit 1`,
  });
  return rowCount === 1;
}

/** Returns the ended proposals that the ledger does not know about yet. */
export async function unsettled(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `select a.id from approvals a
     where a.settled_at is null and a.state <> 'proposed' and ${counts} order by a.proposed_at limit 100`,
  );
  return rows.map(({ id }) => id);
}

/** Returns the open proposals whose seven days are over. */
export async function overdue(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `select a.id from approvals a
     where a.state = 'proposed' and a.expires_at <= now() and ${counts} order by a.expires_at limit 100`,
  );
  return rows.map(({ id }) => id);
}

/** Returns the open proposals without an announcement by mail. */
export async function unannounced(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `select a.id from approvals a where a.state = 'proposed' and a.notified_at is null and ${counts} limit 100`,
  );
  return rows.map(({ id }) => id);
}

export async function markAnnounced(tx: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update approvals set notified_at = now() where id = $1 and notified_at is null',
    [id],
  );
  return rowCount === 1;
}

/** Returns the number of people with one of the roles, without the proposer. */
export async function countApprovers(
  database: Queryable,
  { businessId, roles, proposerId }: { businessId: string; roles: readonly BusinessRole[]; proposerId: string },
): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from business_roles
     where business_id = $1 and role = any ($2) and person_id <> $3`,
    [businessId, roles, proposerId],
  );
  return rows[0]?.count ?? 0;
}

/** Returns the number of people with each role, without the proposer. */
export async function countOthers(
  database: Queryable,
  businessId: string,
  proposerId: string,
): Promise<ReadonlyMap<BusinessRole, number>> {
  const { rows } = await database.query<{ role: BusinessRole; count: number }>(
    `select role, count(*)::int as count from business_roles where business_id = $1 and person_id <> $2 group by role`,
    [businessId, proposerId],
  );
  return new Map(rows.map(({ role, count }) => [role, count]));
}

/** Returns the current roles of the people who approved. */
export async function rolesGiven(tx: Queryable, id: string): Promise<BusinessRole[]> {
  const { rows } = await tx.query<{ role: BusinessRole }>(
    `select r.role from approvals_given g join approvals a on a.id = g.approval_id
     join business_roles r on r.business_id = a.business_id and r.person_id = g.person_id
     where a.id = $1`,
    [id],
  );
  return rows.map(({ role }) => role);
}

/** Returns the people who have approved. */
export async function approversOf(tx: Queryable, id: string): Promise<string[]> {
  const { rows } = await tx.query<{ person_id: string }>(
    'select person_id from approvals_given where approval_id = $1',
    [id],
  );
  return rows.map((row) => row.person_id);
}

/** Returns the proposals among the given ones that a person has approved. */
export async function approvedBy(tx: Queryable, personId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ approval_id: string }>(
    'select approval_id from approvals_given where person_id = $1 and approval_id = any ($2)',
    [personId, ids],
  );
  return rows.map((row) => row.approval_id);
}
