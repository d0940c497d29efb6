import type { Pool } from '../../platform/database/pool.ts';
import { recordAct, type Actor } from './record-act.ts';

type Look = {
  readonly operator: Extract<Actor, { id: string }>;
  readonly ip: string;
  /** The act in the past tense: `Viewed identity checks`. */
  readonly did: string;
  /** A description without personal data. */
  readonly on?: string;
};

/**
 * Records that an operator viewed a list of members. Records the same view at most once an hour, because an open page
 * polls its lists.
 */
export async function recordLook(pool: Pool, { operator, ip, did, on = '' }: Look): Promise<void> {
  const { rowCount } = await pool.query(
    `select from operator_acts
     where operator_id = $1 and did = $2 and details = $3 and at > now() - interval '1 hour' limit 1`,
    [operator.id, did, on],
  );
  if (rowCount === 0) await recordAct(pool, { operator, ip, did, on });
}
