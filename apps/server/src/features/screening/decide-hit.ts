import type { BodyOf, Endpoints } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordAct } from '../audit/index.ts';

type Operator = { readonly operator: { readonly id: string; readonly email: string }; readonly ip: string };
type Verdict = BodyOf<Endpoints['decideScreeningHit']>;
type Row = { subject: string; member_id: string | null; state: string; found_at: Date };

/**
 * Decides about a hit, once, as the operator saw it. A cleared name no longer holds money; a confirmed name always
 * does.
 *
 * Errors: `screening_hit_not_found`; `screening_hit_decided`, also if the lists found more since;
 * `second_operator_required` for the operator's own name.
 */
export async function decideHit(pool: Pool, by: Operator, id: string, verdict: Verdict): Promise<void> {
  await transact(pool, async (tx) => {
    const { rows } = await tx.query<Row>(
      'select subject, member_id, state, found_at from screening_hits where id = $1 for update',
      [id],
    );
    const [hit] = rows;
    if (!hit) throw new Refusal('screening_hit_not_found', 'This hit does not exist.');
    if (hit.member_id === by.operator.id)
      throw new Refusal('second_operator_required', 'This is your own name. Another operator must decide.');
    if (hit.state !== 'waiting' || hit.found_at.toISOString() !== verdict.found_at)
      throw new Refusal('screening_hit_decided', 'This hit was decided or has changed. Load the list again.');
    await tx.query(
      'update screening_hits set state = $2, decided_by = $3, decided_at = now(), reason = $4 where id = $1',
      [id, verdict.decision, by.operator.id, verdict.reason],
    );
    await recordAct(tx, {
      ...by,
      did: verdict.decision === 'cleared' ? 'Cleared sanctions hit' : 'Confirmed sanctions hit',
      ...(hit.member_id === null ? {} : { member: hit.member_id }),
      on: `${hit.member_id === null ? hit.subject : `hit ${id}`}: ${verdict.reason}`,
    });
  });
}
