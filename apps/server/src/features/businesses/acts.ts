import type { BusinessAct } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';

type Act = {
  readonly businessId: string;
  /** Null for an operator or a job. */
  readonly personId: string | null;
  readonly did: string;
  readonly about?: string;
};

/** Records who changed what in a business, in the transaction of the change. */
export async function recordBusinessAct(tx: Queryable, { businessId, personId, did, about = '' }: Act): Promise<void> {
  await tx.query('insert into business_acts (business_id, person_id, did, about) values ($1, $2, $3, $4)', [
    businessId,
    personId,
    did,
    about,
  ]);
}

/** Returns the latest 200 acts, newest first. */
export async function listActs(database: Queryable, businessId: string): Promise<BusinessAct[]> {
  const { rows } = await database.query<{ id: bigint; who: string | null; did: string; about: string; at: Date }>(
    `select a.id, u.name as who, a.did, a.about, a.at from business_acts a left join people u on u.id = a.person_id
     where a.business_id = $1 order by a.id desc limit 200`,
    [businessId],
  );
  return rows.map(({ id, at, ...act }) => ({ ...act, id: String(id), at: at.toISOString() }));
}
