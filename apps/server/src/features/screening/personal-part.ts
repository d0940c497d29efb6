import type { Queryable } from '../../platform/database/pool.ts';
import type { PersonalPart } from '../identity/index.ts';

/** Empties the name. The decision stays. */
async function emptyName(tx: Queryable, { id }: { readonly id: string }): Promise<void> {
  await tx.query(`update screening_hits set name = '', reason = null where member_id = $1`, [id]);
}

/**
 * Hits of a member's name on sanctions lists. An export leaves the hits out, because the law forbids warning a listed
 * person.
 */
export const personalScreening: PersonalPart = { name: 'screening', forget: emptyName, handOver: emptyName };
