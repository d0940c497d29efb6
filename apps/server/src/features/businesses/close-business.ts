import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import { closeForGood, recordChange, type ClosingDependencies } from '../identity/index.ts';
import { queueMail, shortSenderOf } from '../mail/index.ts';
import { recordBusinessAct } from './acts.ts';
import type { Actor } from './business-store.ts';
import { assertStillActs, lockBusiness } from './people.ts';

/**
 * Closes a business permanently, like the account of a person. The ledger entries, the issued invoices and the list of
 * acts stay. All people lose access at once, on every node. The handle is never given to another business. Refusals:
 * `role_not_allowed`, `invalid_request`, `account_not_empty`, `busy`.
 */
export async function closeBusiness(
  dependencies: ClosingDependencies,
  actor: Actor,
  { handle }: { readonly handle: string },
): Promise<void> {
  if (actor.acts.role !== 'owner') throw new Refusal('role_not_allowed', 'Only an owner can close the business.');
  if (handle !== actor.acts.handle) {
    const sentence = 'This is not the short name of this business.';
    throw new Refusal('invalid_request', sentence, { fields: { handle: sentence } });
  }
  await closeForGood(dependencies, actor, {
    before: async (tx) => {
      await lockBusiness(tx, actor.id);
      await assertStillActs(tx, actor);
    },
    after: (tx) => endAccess(tx, actor),
  });
}

async function endAccess(tx: Queryable, actor: Actor): Promise<void> {
  const { id, acts } = actor;
  const { rows: people } = await tx.query<{ id: string; email: string }>(
    `with left_now as (delete from business_people where business_id = $1 returning person_id)
     select p.id, p.email from left_now l join people p on p.id = l.person_id and p.disabled_at is null`,
    [id],
  );
  await tx.query(
    `update business_invitations set ended = 'revoked', ended_at = now() where business_id = $1 and ended is null`,
    [id],
  );
  // The key of these files is gone, so no submission waits for an operator.
  await tx.query('delete from business_files where business_id = $1', [id]);
  await tx.query(
    `update businesses set details = '', state = case when state = 'pending' then 'draft' else state end where id = $1`,
    [id],
  );
  await recordBusinessAct(tx, { businessId: id, personId: acts.person.id, did: 'Closed the business' });
  for (const { email } of people) await queueMail(tx, { to: email, ...letterOf(actor) });
  await recordChange(tx, [id, ...people.map((person) => person.id)], 'account');
}

function letterOf(actor: Actor) {
  const business = shortSenderOf(actor);
  return {
    subject: `${business} is closed`,
    body: `${shortSenderOf(actor.acts.person)} closed the account of ${business} on {{brand}}. Your own account stays as it is.`,
  };
}
