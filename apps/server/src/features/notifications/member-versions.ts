import type { Queryable } from '../../platform/database/pool.ts';

/** What may change of a member, and a text that is another one whenever it has. */
export type Versions = ReadonlyMap<string, string>;

/**
 * The versions of each member: `ledger`, and the topics of `member_changes`. Each write of a row gives it a later xmin,
 * so that their sum over a member's accounts grows with whatever is posted, held or released.
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
