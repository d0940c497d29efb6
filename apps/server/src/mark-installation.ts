import { ConfigProblem, type Mode } from './config.ts';
import type { Pool, Queryable } from './platform/database/pool.ts';

/** The installation that a database belongs to, as recorded in the database. */
export type Installation = {
  readonly id: string;
  readonly mode: Mode;
  /** In a further ledger: the id of the main database. */
  readonly part_of: string | null;
  /** In a further ledger: its number. */
  readonly shard: number | null;
};

/**
 * Marks the main database with its mode. A sandbox database can never become live, because its money was never real.
 *
 * @returns the installation, and the number of the further ledgers that it has used
 * @throws ConfigProblem if the database has another mode, or is a further ledger
 */
export async function markMain(ownerPool: Pool, mode: Mode): Promise<Installation & { readonly shards: number }> {
  await ownerPool.query('insert into installation (mode) values ($1) on conflict do nothing', [mode]);
  const { rows } = await ownerPool.query<Installation & { shards: number }>(
    'select id, mode, part_of, shard, (select count(*)::int from books.shards) as shards from installation',
  );
  const [marked] = rows;
  if (!marked) throw new Error('the database has no mark of its installation');
  assertMode('This database', marked, mode);
  if (marked.part_of !== null)
    throw new ConfigProblem(
      `This database is ledger ${marked.shard} of an installation. Name it in FLORIN_LEDGERS, and the main database in DATABASE_URL.`,
    );
  return marked;
}

/** @param what names the database at the beginning of a sentence */
export function assertMode(what: string, { mode: marked }: Pick<Installation, 'mode'>, mode: Mode) {
  if (marked !== mode)
    throw new ConfigProblem(
      `${what} was created in ${marked} mode and cannot be used in ${mode} mode. Use another database.`,
    );
}

/**
 * Reads the mark of a database that may be empty or of an older version, which has no id yet.
 *
 * @returns undefined if the database has no mark
 */
export async function readInstallation(
  database: Queryable,
): Promise<(Omit<Installation, 'id'> & { readonly id: string | undefined }) | undefined> {
  const { rows: tables } = await database.query<{ exists: boolean }>(
    `select to_regclass('public.installation') is not null as exists`,
  );
  if (!tables[0]?.exists) return undefined;
  const { rows } = await database.query<{ mark: Partial<Installation> & Pick<Installation, 'mode'> }>(
    'select to_jsonb(i) as mark from public.installation i',
  );
  const [{ mark } = {}] = rows;
  return mark && { id: mark.id, mode: mark.mode, part_of: mark.part_of ?? null, shard: mark.shard ?? null };
}
