import type { BusinessRole } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import { memberColumns, memberOf, type Member, type MemberRow } from './member.ts';

/** A business and the role in which a person acts for it. */
export type Acting = { readonly business: Member; readonly handle: string; readonly role: BusinessRole };

export type ActingKey = { readonly personId: string; readonly handle: string };

export const actingKey = ({ personId, handle }: ActingKey): string => `${personId} ${handle}`;

/** Returns the businesses that these people may act for, by `actingKey`. Leaves out frozen and closed businesses. */
export async function findActing(pool: Pool, keys: readonly string[]): Promise<ReadonlyMap<string, Acting>> {
  const { rows } = await pool.query<MemberRow & { key: string; handle: string; acting_role: BusinessRole }>({
    name: 'acting',
    text: `select r.person_id || ' ' || r.handle as key, r.handle, r.role as acting_role, ${memberColumns}
           from unnest($1::text[]) asked (key)
           join business_roles r on r.person_id = split_part(asked.key, ' ', 1)::uuid
             and r.handle = split_part(asked.key, ' ', 2)
           join users u on u.id = r.business_id and u.disabled_at is null`,
    values: [keys],
  });
  return new Map(
    rows.map(({ key, handle, acting_role: role, ...row }) => [key, { business: memberOf(row), handle, role }]),
  );
}
