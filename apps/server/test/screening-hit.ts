import type { Pool } from '../src/platform/database/pool.ts';

/** Stores a hit of a payer's name, and returns the call that clears the hit. */
export async function storeHit(owner: Pool) {
  const { rows } = await owner.query<{ id: bigint; found_at: Date }>(
    `insert into screening_hits (subject, name, found, parties, found_at)
     values ('line 1', 'Sam Body', '[]', '{}', date_trunc('milliseconds', now())) returning id, found_at`,
  );
  const [hit] = rows;
  if (!hit) throw new Error('the hit was not stored');
  return {
    params: { hit: String(hit.id) },
    body: { decision: 'cleared', reason: 'Born in another year', found_at: hit.found_at.toISOString() },
  };
}
