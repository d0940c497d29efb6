import type { BusinessDetails, OwnBusiness } from '@florin/contract';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordChange } from '../identity/index.ts';
import { recordBusinessAct } from './acts.ts';
import {
  assertOpen,
  businessView,
  decryptDetails,
  encryptDetails,
  readBusiness,
  type Actor,
  type BusinessDependencies,
} from './business-store.ts';
import { listFiles } from './files.ts';

/** Returns the business that the caller acts for. */
export async function ownBusiness({ pool, vault }: BusinessDependencies, actor: Actor): Promise<OwnBusiness> {
  const row = await readBusiness(pool, actor.id);
  return {
    ...businessView(actor, row.state),
    details: await decryptDetails(vault, pool, actor.id, row.details),
    files: await listFiles(vault, pool, actor.id),
    submitted_at: row.submitted_at?.toISOString() ?? null,
    decided_at: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
  };
}

/** Changes the data that an operator verifies. Refusals: `verification_closed`. */
export async function changeDetails(
  dependencies: BusinessDependencies,
  actor: Actor,
  details: BusinessDetails,
): Promise<OwnBusiness> {
  const { pool, vault } = dependencies;
  await transact(pool, async (tx) => {
    assertOpen(await readBusiness(tx, actor.id, { locked: true }));
    await tx.query('update businesses set details = $2 where id = $1', [
      actor.id,
      await encryptDetails(vault, tx, actor.id, details),
    ]);
    await recordBusinessAct(tx, { businessId: actor.id, personId: actor.acts.person.id, did: 'Changed the details' });
    await recordChange(tx, [actor.id], 'account');
  });
  return ownBusiness(dependencies, actor);
}

/**
 * Submits the business to the operators. Refusals: `verification_closed`; `verification_incomplete` without a
 * registration document.
 */
export async function submitBusiness(dependencies: BusinessDependencies, actor: Actor): Promise<OwnBusiness> {
  const { pool, vault } = dependencies;
  await transact(pool, async (tx) => {
    assertOpen(await readBusiness(tx, actor.id, { locked: true }));
    const files = await listFiles(vault, tx, actor.id);
    if (!files.some(({ kind }) => kind === 'registration'))
      throw new Refusal('verification_incomplete', 'Upload the registration document first.');
    await tx.query(
      `update businesses set state = 'pending', submitted_at = clock_timestamp(), decided_at = null, reason = null
       where id = $1`,
      [actor.id],
    );
    await recordBusinessAct(tx, {
      businessId: actor.id,
      personId: actor.acts.person.id,
      did: 'Submitted the business for verification',
    });
    await recordChange(tx, [actor.id], 'account');
  });
  return ownBusiness(dependencies, actor);
}
