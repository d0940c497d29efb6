import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { KycReason } from '../../providers/identity-check/identity-check.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Draft, KycCase, KycState } from './kyc-case.ts';
import { decryptForm, decryptNewName, decryptNotes, decryptReasons, encrypt } from './encrypted.ts';

/** Days after a denial until the member may submit again. */
const retryDays = 30;
const ofAgeYears = 18;

/** The maximum number of cases that one run of the automatic check claims. */
const maxClaimed = 50;

type Row = {
  name: string;
  email: string;
  account_closed: boolean;
  kyc_level: KycCase['level'];
  form: Buffer | null;
  round: number;
  submitted_at: Date | null;
  waits_for_person: boolean;
  notes: Buffer | null;
  outcome: 'verified' | 'needs_more' | 'denied' | null;
  reasons: Buffer | null;
  decided_at: Date | null;
  may_retry_at: Date | null;
  may_retry: boolean;
  asked_for: Buffer | null;
  born_until: string;
  new_name: Buffer | null;
  new_name_at: Date | null;
  verified_form: Buffer | null;
  was_verified: boolean;
  is_about_new_name: boolean;
};

/**
 * Locks a member's case and creates it first if it does not exist. Decisions about a case run one after another.
 * Closing the account waits for this lock. If the account was closed first, a later read of the case shows this.
 */
export async function lockCase(tx: Queryable, userId: string): Promise<void> {
  await tx.query('insert into kyc_cases (user_id) values ($1) on conflict do nothing', [userId]);
  await tx.query('select 1 from kyc_cases where user_id = $1 for update', [userId]);
}

/** Returns the member's current case. Returns an empty case if the member never started a verification. */
export async function readCase(vault: Vault, database: Queryable, userId: string): Promise<KycCase> {
  const { rows } = await database.query<Row>({
    name: 'kyc-case',
    text: `select u.name, u.email, u.closed_at is not null as account_closed, u.kyc_level, c.form,
                  coalesce(c.round, 0) as round, c.submitted_at, c.next_check_at is null as waits_for_person, c.notes, d.outcome, d.reasons, d.decided_at,
                  d.decided_at + interval '${retryDays} days' as may_retry_at,
                  d.decided_at + interval '${retryDays} days' <= now() as may_retry,
                  before.reasons as asked_for, c.new_name, c.new_name_at, c.verified_form,
                  exists (select from kyc_decisions v where v.user_id = c.user_id and v.outcome = 'verified') as was_verified,
                  coalesce(c.submitted_at > c.new_name_at, false) as is_about_new_name,
                  (current_date - interval '${ofAgeYears} years')::date::text as born_until
           from people u
           left join kyc_cases c on c.user_id = u.id
           left join kyc_decisions d on d.user_id = c.user_id and d.round = c.round
           left join kyc_decisions before
             on before.user_id = c.user_id and before.round = c.round - 1 and before.outcome = 'needs_more'
           where u.id = $1`,
    values: [userId],
  });
  const row = rows[0];
  if (!row) throw new Error('the member of the case does not exist');
  const reasons = row.reasons ? await decryptReasons(vault, database, userId, row.reasons) : [];
  const form = row.form ? await decryptForm(vault, database, userId, row.form) : {};
  return {
    userId,
    name: row.name,
    email: row.email,
    accountClosed: row.account_closed,
    level: row.kyc_level,
    form,
    verifiedForm: await verifiedFormOf(vault, database, userId, { row, form }),
    round: row.round,
    state: stateOf(row, reasons),
    notes: row.notes ? await decryptNotes(vault, database, userId, row.notes) : [],
    askedFor: row.asked_for ? await decryptReasons(vault, database, userId, row.asked_for) : [],
    bornUntil: row.born_until,
    newName: await newNameOf(vault, database, userId, row),
    mayRetryAt: row.outcome === 'denied' && !row.may_retry ? (row.may_retry_at ?? undefined) : undefined,
  };
}

/** Without a verified submission, the level was granted, and a draft proves nothing. */
async function verifiedFormOf(
  vault: Vault,
  database: Queryable,
  userId: string,
  { row, form }: { readonly row: Row; readonly form: Draft },
): Promise<Draft> {
  if (!row.was_verified) return {};
  return row.verified_form ? decryptForm(vault, database, userId, row.verified_form) : form;
}

async function newNameOf(vault: Vault, database: Queryable, userId: string, row: Row): Promise<KycCase['newName']> {
  if (!row.new_name || !row.new_name_at) return undefined;
  return { name: await decryptNewName(vault, database, userId, row.new_name), since: row.new_name_at };
}

function stateOf(row: Row, reasons: readonly KycReason[]): KycState {
  const { submitted_at: submittedAt, decided_at: decidedAt, may_retry_at: mayRetryAt, outcome } = row;
  if (row.kyc_level === 2 && !row.new_name)
    return {
      status: 'verified',
      submittedAt,
      decidedAt,
      reasons: outcome === 'denied' && !row.may_retry ? reasons : [],
    };
  if (submittedAt === null || (row.new_name && !row.is_about_new_name)) return { status: 'none' };
  if (outcome === null || decidedAt === null || mayRetryAt === null)
    return { status: 'pending', submittedAt, waitsFor: row.waits_for_person ? 'review' : 'check' };
  switch (outcome) {
    case 'needs_more':
      return { status: outcome, submittedAt, decidedAt, reasons };
    case 'denied':
      return { status: outcome, submittedAt, decidedAt, reasons, mayRetryAt, mayRetry: row.may_retry };
    case 'verified':
      return { status: 'none' }; // the level was lowered after the decision
  }
}

export async function saveForm(vault: Vault, tx: Queryable, userId: string, form: Draft): Promise<void> {
  await tx.query('update kyc_cases set form = $2 where user_id = $1', [
    userId,
    await encrypt(vault, tx, userId, 'form', form),
  ]);
}

/**
 * Stores the new name that needs a check, and the verified form, because the member now edits the form. Ends a running
 * check of an earlier new name.
 */
export async function saveNewName(vault: Vault, tx: Queryable, userId: string, name: string): Promise<void> {
  await tx.query(
    `update kyc_cases set new_name = $2, new_name_at = clock_timestamp(), next_check_at = null,
                          verified_form = case when new_name is null then form else verified_form end
     where user_id = $1`,
    [userId, await encrypt(vault, tx, userId, 'newName', name)],
  );
}

/** Removes the new name and ends its running check. Restores the verified form unless the new form was verified. */
export async function endNewName(tx: Queryable, userId: string, outcome: 'verified' | 'dropped'): Promise<void> {
  await tx.query(
    `update kyc_cases set new_name = null, new_name_at = null, next_check_at = null, verified_form = null,
                          form = case when $2 then form else coalesce(verified_form, form) end
     where user_id = $1`,
    [userId, outcome === 'verified'],
  );
}

/** Records a submission and schedules the automatic check. */
export async function recordSubmission(tx: Queryable, userId: string): Promise<void> {
  await tx.query(
    `update kyc_cases set round = round + 1, submitted_at = now(), next_check_at = now(), notes = null
     where user_id = $1`,
    [userId],
  );
}

export type DueCase = { readonly userId: string; readonly round: number };

/** Claims the due cases for this node until the lease expires. */
export async function claimDue(database: Queryable, leaseSeconds: number): Promise<DueCase[]> {
  const { rows } = await database.query<DueCase>(
    `with due as materialized (
       select c.user_id from kyc_cases c join people u on u.id = c.user_id and u.closed_at is null
       where c.next_check_at <= now() order by c.next_check_at limit $1 for update of c skip locked)
     update kyc_cases c set next_check_at = now() + make_interval(secs => $2)
     from due where c.user_id = due.user_id
     returning c.user_id as "userId", c.round`,
    [maxClaimed, leaseSeconds],
  );
  return rows;
}

export async function scheduleCheck(tx: Queryable, userId: string, inSeconds: number): Promise<void> {
  await tx.query('update kyc_cases set next_check_at = now() + make_interval(secs => $2) where user_id = $1', [
    userId,
    inSeconds,
  ]);
}

/** Ends the automatic check and sends the case to manual review. */
export async function sendToReview(
  vault: Vault,
  tx: Queryable,
  userId: string,
  notes: readonly string[],
): Promise<void> {
  await tx.query('update kyc_cases set next_check_at = null, notes = $2 where user_id = $1', [
    userId,
    await encrypt(vault, tx, userId, 'notes', [...notes]),
  ]);
}

export type Decision = {
  readonly outcome: 'verified' | 'needs_more' | 'denied';
  readonly reasons: readonly KycReason[];
  /** The operator's id; null for the automatic check and for the command line. */
  readonly by: string | null;
};

/** Records a decision. Only the first decision about a submission counts. Refusals: `case_decided`. */
export async function insertDecision(
  vault: Vault,
  tx: Queryable,
  { userId, round }: DueCase,
  { outcome, reasons, by }: Decision,
): Promise<void> {
  const { rowCount } = await tx.query(
    `insert into kyc_decisions (user_id, round, outcome, reasons, decided_by) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [userId, round, outcome, await encrypt(vault, tx, userId, 'reasons', [...reasons]), by],
  );
  if (rowCount !== 1) throw caseDecided();
  await tx.query('update kyc_cases set next_check_at = null where user_id = $1', [userId]);
}

export const caseDecided = () => new Refusal('case_decided', 'This check is already decided.');
