import type { Approval } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { assertStillActs, recordBusinessAct, type Actor } from '../businesses/index.ts';
import { assertStillSignedIn, findPayer, mayPayOut, recordChange } from '../identity/index.ts';
import {
  endApproval,
  findApproval,
  listApprovals,
  lockApproval,
  rolesGiven,
  type ApprovalRow,
} from './approval-store.ts';
import { applyRules, managers } from './apply-rules.ts';
import { areGiven } from './needed-approvals.ts';
import { settle, type Settling } from './settle.ts';
import { approvalView, mayDecide } from './view.ts';

/** Returns the open proposals of a business, oldest first, or the latest ended ones. */
export async function approvalsOf(
  { pool }: Settling,
  actor: Actor,
  state: 'open' | 'ended' = 'open',
): Promise<Approval[]> {
  return (await listApprovals(pool, actor.id, state)).map((row) => approvalView(row, actor));
}

/** Refusals: `not_found`, also for another business's proposal. */
export async function approvalOf({ pool }: Settling, actor: Actor, id: string): Promise<Approval> {
  return approvalView(ofBusiness(await findApproval(pool, id), actor), actor);
}

/**
 * Approves another person's proposal. The last approval that is needed carries the proposal out, once: parallel
 * approvals and the expiry lock the proposal. The caller must have confirmed the person's second factor before.
 * Refusals: `not_found`, `approval_not_open`, `own_proposal`, `role_not_allowed`, `account_frozen`, `rules_changed`,
 * `not_signed_in`.
 */
export async function approve(dependencies: Settling, actor: Actor, id: string): Promise<Approval> {
  const isComplete = await transact(dependencies.pool, async (tx) => {
    await assertStillSignedIn(tx, actor); // a password reset takes approvals back
    // A test clock that moves locks the business before its proposals, too.
    const isPaying = await mayPayOut(tx, actor.id);
    const row = await lockOpen(tx, actor, id);
    assertMayDecide(row, actor);
    await assertStillActs(tx, actor);
    if (!isPaying) throw new Refusal('account_frozen', 'This account cannot pay right now. Ask support.');
    await tx.query('insert into approvals_given (approval_id, person_id) values ($1, $2) on conflict do nothing', [
      row.id,
      actor.acts.person.id,
    ]);
    await recordBusinessAct(tx, {
      businessId: actor.id,
      personId: actor.acts.person.id,
      did: 'Approved a proposal',
      about: row.shown.title,
    });
    await notify(tx, row);
    const { asks = [{ approvals: row.needed, approvers: row.approvers }] } = row.shown;
    if (!areGiven(asks, await rolesGiven(tx, row.id))) return false;
    await assertProposerActs(tx, row);
    if (row.kind === 'rules') await applyRules(tx, row);
    await endApproval(tx, row.id, { state: 'approved' });
    return true;
  });
  if (isComplete) await settle(dependencies, id);
  return approvalOf(dependencies, actor, id);
}

/** Refuses another person's proposal. Refusals: those of `approve`, without `account_frozen`. */
export async function refuse(
  dependencies: Settling,
  actor: Actor,
  { id, reason }: { readonly id: string; readonly reason: string | undefined },
): Promise<Approval> {
  await transact(dependencies.pool, async (tx) => {
    const row = await lockOpen(tx, actor, id);
    assertMayDecide(row, actor);
    await assertStillActs(tx, actor);
    await end(tx, row, actor, { state: 'refused', reason: reason || null });
  });
  await settle(dependencies, id);
  return approvalOf(dependencies, actor, id);
}

/** Withdraws one's own proposal. Refusals: `not_found`, also for another person's proposal; `approval_not_open`. */
export async function withdraw(dependencies: Settling, actor: Actor, id: string): Promise<Approval> {
  await transact(dependencies.pool, async (tx) => {
    const row = await lockOpen(tx, actor, id);
    if (row.proposed_by !== actor.acts.person.id) throw notFound();
    await end(tx, row, actor, { state: 'withdrawn', reason: null });
  });
  await settle(dependencies, id);
  return approvalOf(dependencies, actor, id);
}

type Ending = { readonly state: 'refused' | 'withdrawn'; readonly reason: string | null };

async function end(tx: Queryable, row: ApprovalRow, { acts }: Actor, { state, reason }: Ending): Promise<void> {
  await endApproval(tx, row.id, { state, reason });
  await recordBusinessAct(tx, {
    businessId: row.business_id,
    personId: acts.person.id,
    did: state === 'refused' ? 'Refused a proposal' : 'Withdrew a proposal',
    about: row.shown.title,
  });
  await notify(tx, row);
}

export const notify = (tx: Queryable, { business_id: id }: ApprovalRow) => recordChange(tx, [id], 'account');

async function lockOpen(tx: Queryable, actor: Actor, id: string): Promise<ApprovalRow> {
  const row = ofBusiness(await lockApproval(tx, id), actor);
  if (row.state !== 'proposed' || row.is_due)
    throw new Refusal('approval_not_open', endedSentences[row.state === 'proposed' ? 'expired' : row.state]);
  return row;
}

const endedSentences: Record<Exclude<ApprovalRow['state'], 'proposed'>, string> = {
  approved: 'This was already approved.',
  refused: 'This was already refused.',
  withdrawn: 'This was withdrawn.',
  expired: 'This has expired. Propose it again if needed.',
  failed: 'This could not be carried out.',
};

function assertMayDecide(row: ApprovalRow, { acts }: Actor): void {
  if (row.proposed_by === acts.person.id)
    throw new Refusal('own_proposal', 'You proposed this. Another person must decide.');
  if (!mayDecide(row, acts)) throw new Refusal('role_not_allowed', 'Your role does not count for this approval.');
}

/** A proposal is valid only while its person, or the API key that proposed the payment, may still make it. */
async function assertProposerActs(tx: Queryable, row: ApprovalRow): Promise<void> {
  const { business_id: accountId, proposed_by: personId, content } = row;
  const lost =
    row.kind === 'rules'
      ? await lostRole(tx, row)
      : (await findPayer(tx, { accountId, personId, keyId: ('apiKey' in content && content.apiKey) || null })).lost;
  if (lost !== undefined) throw new Refusal('approval_not_open', `${lost} Refuse this proposal.`);
}

async function lostRole(
  tx: Queryable,
  { business_id: businessId, proposed_by: personId }: ApprovalRow,
): Promise<string | undefined> {
  const { rowCount } = await tx.query(
    'select from business_roles where business_id = $1 and person_id = $2 and role = any ($3)',
    [businessId, personId, managers],
  );
  return rowCount ? undefined : 'The person who proposed these rules may no longer change them.';
}

function ofBusiness(row: ApprovalRow | undefined, { id }: Actor): ApprovalRow {
  if (row?.business_id !== id) throw notFound();
  return row;
}

const notFound = () => new Refusal('not_found', 'This proposal does not exist.');
