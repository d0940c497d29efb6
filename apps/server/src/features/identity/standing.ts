import type { Queryable } from '../../platform/database/pool.ts';
import { memberColumns, memberOf, type Member, type MemberRow } from './member.ts';

/** Returns the member with this address, in the same form as a session's member. */
export async function findMember(database: Queryable, address: string): Promise<Member | undefined> {
  const { rows } = await database.query<MemberRow>(
    `select ${memberColumns} from users u
     where u.email = $1 and (u.kind = 'person' or u.email_confirmed_at is not null)`,
    [address],
  );
  return rows[0] && memberOf(rows[0]);
}

/** Returns the members with these ids, without disabled accounts. */
export async function findMembers(database: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Member>> {
  const { rows } = await database.query<MemberRow>(
    `select ${memberColumns} from users u where u.id = any ($1) and u.disabled_at is null`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, memberOf(row)]));
}

/** Grants a level, a plan or a role. From level 1 the address counts as confirmed. No HTTP route calls this. */
export async function grantStanding(
  database: Queryable,
  member: Member,
  { kycLevel, plan, role = 'member' }: Pick<Member, 'kycLevel' | 'plan'> & { role?: 'member' | 'operator' },
): Promise<Member> {
  const { rows } = await database.query<MemberRow>(
    `update users u set kyc_level = $2::smallint, plan = $3, role = $4,
                        email_confirmed_at = case when $2::smallint > 0 then coalesce(email_confirmed_at, now()) else email_confirmed_at end
     where id = $1 returning ${memberColumns}`,
    [member.id, kycLevel, plan, role],
  );
  if (!rows[0]) throw new Error('the member does not exist');
  return memberOf(rows[0]);
}

/** Sets the name from a finished verification. Runs in the caller's transaction. */
export async function renameVerified(tx: Queryable, memberId: string, name: string): Promise<void> {
  await tx.query('update users set name = $2 where id = $1', [memberId, name]);
}

/** Raises the level after a verification in the caller's transaction. Does not confirm the address. */
export async function raiseLevel(tx: Queryable, memberId: string, level: Member['kycLevel']): Promise<void> {
  await tx.query('update users set kyc_level = greatest(kyc_level, $2::smallint) where id = $1', [memberId, level]);
}

/** Changes the plan in the caller's transaction. */
export async function setPlan(tx: Queryable, memberId: string, plan: Member['plan']): Promise<void> {
  await tx.query('update users set plan = $2 where id = $1', [memberId, plan]);
}
