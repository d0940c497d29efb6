import type { Queryable } from '../../platform/database/pool.ts';
import { recordBusinessAct, type Actor } from '../businesses/index.ts';
import { recordChange } from '../identity/index.ts';
import { insertApproval } from './approval-store.ts';
import type { BatchDemand } from './batch-demand.ts';

type Proposed = {
  /** The proposal's id. */
  readonly id: string;
  readonly batchId: string;
  /** `Batch payout march.csv: 4,870 payments, $1,204,311.00` */
  readonly title: string;
  readonly demand: BatchDemand;
};

/** Proposes a batch payout to others. Reserves no money. */
export async function proposeBatch(tx: Queryable, actor: Actor, { id, batchId, title, demand }: Proposed) {
  await insertApproval(tx, {
    id,
    business_id: actor.id,
    kind: 'batch',
    content: { batch_id: batchId, apiKey: actor.key?.id },
    shown: { title, why: demand.why, asks: demand.asks },
    needed: demand.needed,
    approvers: demand.approvers,
    proposed_by: actor.acts.person.id,
  });
  await recordBusinessAct(tx, {
    businessId: actor.id,
    personId: actor.acts.person.id,
    did: 'Proposed a batch payout',
    about: title,
  });
  await recordChange(tx, [actor.id], 'account');
}
