import type { Queryable } from '../../platform/database/pool.ts';

/** A version text per kind of member data. It changes whenever the data changes. */
export type Versions = ReadonlyMap<string, string>;

/**
 * Returns each member's versions: `ledger`, and the topics of `member_changes`. Each write gives an account row a later
 * xmin, so their sum grows with every posting, hold and release.
 */
export async function memberVersions(
  database: Queryable,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, Versions>> {
  const { rows } = await database.query<{ member: string; what: string; version: string }>({
    name: 'member-versions',
    text: `select owner as member, 'ledger' as what, sum(version)::text as version
           from books.accounts where owner = any ($1) and kind = any ('{wallet,incoming}') group by owner
           union all
           select user_id, topic, version::text from member_versions where user_id = any ($1)`,
    values: [memberIds],
  });
  const byMember = Map.groupBy(rows, ({ member }) => member);
  return new Map(
    [...byMember].map(([member, own]) => [member, new Map(own.map(({ what, version }) => [what, version]))]),
  );
}
