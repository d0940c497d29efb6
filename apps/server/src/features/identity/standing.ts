import type { Queryable } from '../../platform/database/pool.ts';
import type { Member } from './member.ts';

type Row = Omit<Member, 'kycLevel'> & { kyc_level: Member['kycLevel'] };

/** The member with that address, as a session would know it. */
export async function findMember(database: Queryable, address: string): Promise<Member | undefined> {
  const { rows } = await database.query<Row>(
    'select id, email, name, avatar, kyc_level, plan from users where email = $1',
    [address],
  );
  const row = rows[0];
  if (!row) return undefined;
  const { id, email, name, avatar, kyc_level: kycLevel, plan } = row;
  return { id, email, name, avatar, kycLevel, plan };
}

/** What an operator, a finished verification or a paid plan grants. No call of the HTTP interface reaches this. */
export async function grantStanding(
  database: Queryable,
  member: Member,
  { kycLevel, plan, role = 'member' }: Pick<Member, 'kycLevel' | 'plan'> & { role?: 'member' | 'operator' },
): Promise<Member> {
  await database.query('update users set kyc_level = $2, plan = $3, role = $4 where id = $1', [
    member.id,
    kycLevel,
    plan,
    role,
  ]);
  return { ...member, kycLevel, plan };
}
