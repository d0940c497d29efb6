import type { BusinessAct } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import type { SignedIn } from '../identity/index.ts';

type Act = {
  readonly businessId: string;
  /** Null for an operator or a job. */
  readonly personId: string | null;
  readonly did: string;
  readonly about?: string;
};

/** Records a change in a business and the person who made it, in the transaction of the change. */
export async function recordBusinessAct(tx: Queryable, { businessId, personId, did, about = '' }: Act): Promise<void> {
  await tx.query('insert into business_acts (business_id, person_id, did, about) values ($1, $2, $3, $4)', [
    businessId,
    personId,
    did,
    about,
  ]);
}

/** Records a person's act for a business. The acts of a person's own account are not recorded. */
export async function recordOwnAct(
  tx: Queryable,
  { id, acts }: Pick<SignedIn, 'id'> & Partial<Pick<SignedIn, 'acts'>>,
  did: string,
  about = '',
): Promise<void> {
  if (acts) await recordBusinessAct(tx, { businessId: id, personId: acts.person.id, did, about });
}

type Doer = { readonly businessId: string; readonly about: string; readonly personId: string | null };

/**
 * Returns the last person who did the given act to each subject, in the businesses that a person belongs or belonged
 * to.
 */
export async function lastToDo(tx: Queryable, did: string, personId: string): Promise<Doer[]> {
  const { rows } = await tx.query<Doer>(
    `select distinct on (business_id, about) business_id as "businessId", about, person_id as "personId" from business_acts
     where did = $1 and business_id in (select business_id from business_acts where person_id = $2
                                        union select business_id from business_people where person_id = $2)
     order by business_id, about, id desc`,
    [did, personId],
  );
  return rows;
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
