import {
  approverRoles,
  paymentRules,
  permissionsOf,
  ruleSentence,
  businessRoles,
  type Approval,
  type OwnRules,
  type PaymentRule,
} from '@florin/contract';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { isUniqueViolation, transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { assertStillActs, recordBusinessAct, type Actor } from '../businesses/index.ts';
import { assertStillSignedIn, recordChange } from '../identity/index.ts';
import { countApprovers, findApproval, insertApproval, type ApprovalRow } from './approval-store.ts';
import { readRules, saveRules, type StoredRules } from './rule-store.ts';
import { approvalView } from './view.ts';

/** The roles that may change the rules. */
export const managers = businessRoles.filter((role) => permissionsOf[role].includes('manage'));

export const rulesView = ({ rules, version }: StoredRules): OwnRules => ({
  rules: [...rules],
  version,
  sentences: rules.map(ruleSentence),
});

const storedRules = z.object({ rules: paymentRules, version: z.int() });

/**
 * Changes the rules, or proposes the change. The change needs approvals of other owners and admins: as many as the
 * stricter of the old and new rules demand for a payment. Refusals: `rules_changed` if another person changed them
 * meanwhile; `proposal_open` if another change waits; `role_not_allowed` for a person who just lost the role;
 * `not_signed_in`.
 */
export async function changeRules(
  { pool }: { readonly pool: Pool },
  actor: Actor,
  { rules, version }: StoredRules,
): Promise<OwnRules & { proposed: Approval | null }> {
  const id = uuidv7();
  const isProposed = await transact(pool, async (tx) => {
    await assertStillSignedIn(tx, actor); // a proposal would outlive a password reset
    await assertStillActs(tx, actor);
    const old = await readRules(tx, actor.id);
    if (old.version !== version) throw rulesChanged();
    const proposerId = actor.acts.person.id;
    const others = await countApprovers(tx, { businessId: actor.id, roles: managers, proposerId });
    const needed = Math.min(others, strictest([...old.rules, ...rules]));
    if (needed === 0) {
      await replaceRules(tx, actor.id, { rules, version }, proposerId);
      return false;
    }
    await propose(tx, actor, { id, rules, version, needed });
    return true;
  });
  const proposed = isProposed ? await findApproval(pool, id) : undefined;
  return { ...rulesView(await readRules(pool, actor.id)), proposed: proposed ? approvalView(proposed, actor) : null };
}

const strictest = (rules: readonly PaymentRule[]) =>
  Math.max(0, ...rules.map(({ effect, approvals = 1 }) => (effect === 'approve' ? approvals : 1)));

async function propose(
  tx: Queryable,
  actor: Actor,
  { id, rules, version, needed }: StoredRules & { readonly id: string; readonly needed: number },
): Promise<void> {
  try {
    await insertApproval(tx, {
      id,
      business_id: actor.id,
      kind: 'rules',
      content: { rules, version },
      shown: { title: 'New payment rules', why: rules.map(ruleSentence) },
      needed,
      approvers: approverRoles.filter((role) => managers.includes(role)),
      proposed_by: actor.acts.person.id,
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw new Refusal('proposal_open', 'Another change of the rules waits for approval. Decide about it first.');
    throw error;
  }
  await recordBusinessAct(tx, {
    businessId: actor.id,
    personId: actor.acts.person.id,
    did: 'Proposed new payment rules',
  });
  await recordChange(tx, [actor.id], 'account');
}

/** Carries out an approved change. Refusals: `rules_changed` if the rules have changed since the proposal. */
export async function applyRules(tx: Queryable, row: ApprovalRow): Promise<void> {
  await replaceRules(tx, row.business_id, z.parse(storedRules, row.content), row.proposed_by);
}

async function replaceRules(tx: Queryable, businessId: string, change: StoredRules, personId: string): Promise<void> {
  if (!(await saveRules(tx, businessId, change))) throw rulesChanged();
  await recordBusinessAct(tx, {
    businessId,
    personId,
    did: 'Changed the payment rules',
    about: change.rules.map(ruleSentence).join(' '),
  });
  await recordChange(tx, [businessId], 'account');
}

const rulesChanged = () =>
  new Refusal('rules_changed', 'Another person changed the rules meanwhile. Look at them and change yours.');
