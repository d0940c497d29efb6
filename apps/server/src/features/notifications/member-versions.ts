import type { Ledger } from '../../ledger/index.ts';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { digestUuid } from '../../platform/digest.ts';

/** A version per kind of member data: a text that changes whenever the data does. */
export type Versions = ReadonlyMap<string, string>;

export type VersionSources = {
  readonly pool: Pool;
  /** The databases of further ledgers, by their numbers from 1 on. */
  readonly ledgers?: readonly Pool[] | undefined;
  readonly ledger: Pick<Ledger, 'byLedger'>;
};

export type FoundVersions = {
  readonly versions: ReadonlyMap<string, Versions>;
  /** One error for each ledger that did not answer. The members of such a ledger have no version of `ledger`. */
  readonly errors: readonly unknown[];
};

/** Asks a ledger by its number. */
export type Ask = <Answer>(shard: number, question: () => Promise<Answer>) => Promise<Answer>;

type Row = { member: string; what: string; version: string };

/** Each write gives an account row a later xmin, so their sum grows with every posting, hold and release. */
const ofLedger = `
  select owner as member, 'ledger' as what, sum(version)::text as version
  from member_books.accounts where owner = any ($1) and kind = any ('{wallet,incoming}') group by owner`;

const ofTopics = 'select user_id as member, topic as what, version::text from member_versions where user_id = any ($1)';

/**
 * Returns each member's versions: `ledger`, and the topics of `member_changes`. If a ledger fails, only its own members
 * have no version of `ledger`.
 */
export async function memberVersions(
  sources: VersionSources,
  memberIds: readonly string[],
  ask: Ask = (_, question) => question(),
): Promise<FoundVersions> {
  const { pool, ledgers = [] } = sources;
  if (ledgers.length > 0) return versionsOfSeveral([pool, ...ledgers], sources, memberIds, ask);
  const { rows } = await pool.query<Row>({
    name: 'member-versions',
    text: `${ofLedger} union all ${ofTopics}`,
    values: [memberIds],
  });
  return { versions: byMember(rows), errors: [] };
}

async function versionsOfSeveral(
  pools: readonly Pool[],
  { pool, ledger }: VersionSources,
  memberIds: readonly string[],
  ask: Ask,
): Promise<FoundVersions> {
  const read = async (books: Queryable, name: string, text: string, ids: readonly string[]) =>
    (await books.query<Row>({ name, text, values: [ids] })).rows;
  const asked = [...(await ledger.byLedger(memberIds))].map(([shard, ids]) =>
    ask(shard, () => read(pools[shard] ?? pool, 'ledger-versions', ofLedger, ids)),
  );
  const [topics, answers] = await Promise.all([
    read(pool, 'topic-versions', ofTopics, memberIds),
    Promise.allSettled(asked),
  ]);
  const rows = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  return { versions: byMember([...topics, ...rows]), errors };
}

/** Returns a single text for all versions of a member. The text changes whenever one of the versions does. */
export const versionText = (versions: Versions = new Map()): string =>
  digestUuid(...[...versions].map(([what, version]) => `${what} ${version}`).toSorted());

const byMember = (rows: readonly Row[]): ReadonlyMap<string, Versions> =>
  new Map(
    [...Map.groupBy(rows, ({ member }) => member)].map(([member, own]) => [
      member,
      new Map(own.map(({ what, version }) => [what, version])),
    ]),
  );
