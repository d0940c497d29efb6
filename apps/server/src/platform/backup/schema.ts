import type { Queryable } from '../database/pool.ts';
import { repeatablesTable } from '../database/repeatables.ts';

/** Names are quoted for SQL. */
export type Table = { readonly name: string; readonly columns: readonly string[] };

/** A partition that was created at run time, with the statements that create it, its indexes and its grants. */
export type Partition = { readonly name: string; readonly make: readonly string[] };

/** SQL condition: a relation in one of our schemas that does not belong to an extension. */
const own = `n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** Returns all tables with data. Referenced tables come first, so that foreign keys hold during a restore. */
export async function listTables(database: Queryable): Promise<Table[]> {
  const { rows: tables } = await database.query<Table>(`
    select format('%I.%I', n.nspname, c.relname) as name,
           array(select quote_ident(a.attname) from pg_attribute a
                 where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                 order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence <> 't' and ${own}
      and format('%I.%I', n.nspname, c.relname) <> '${repeatablesTable}'
    order by 1`);
  const { rows: references } = await database.query<{ name: string; to: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name, format('%I.%I', tn.nspname, t.relname) as to
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
    where k.contype = 'f' and k.conrelid <> k.confrelid and not c.relispartition and not t.relispartition`);
  return sortByReferences(tables, references);
}

function sortByReferences(tables: Table[], references: readonly { name: string; to: string }[]): Table[] {
  const ordered: Table[] = [];
  const names = new Set<string>();
  while (ordered.length < tables.length) {
    const ready = tables.filter(
      ({ name }) => !names.has(name) && references.every((one) => one.name !== name || names.has(one.to)),
    );
    if (ready.length === 0) throw new Error('the foreign keys of the tables form a cycle, so no restore order exists');
    ordered.push(...ready);
    for (const { name } of ready) names.add(name);
  }
  return ordered;
}

export async function listPartitions(database: Queryable): Promise<Partition[]> {
  const { rows } = await database.query<Partition>(`
    select format('%I.%I', n.nspname, c.relname) as name,
           array[format('create table %I.%I partition of %I.%I %s',
                        n.nspname, c.relname, pn.nspname, p.relname, pg_get_expr(c.relpartbound, c.oid))]
           || array(select pg_get_indexdef(x.indexrelid) from pg_index x
                    where x.indrelid = c.oid and not exists (select from pg_inherits where inhrelid = x.indexrelid)
                    order by x.indexrelid)
           || array(select format('grant %s on %I.%I to %I', g.privilege_type, n.nspname, c.relname, r.rolname)
                    from aclexplode(c.relacl) g join pg_roles r on r.oid = g.grantee
                    where g.grantee <> c.relowner order by 1) as make
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_inherits i on i.inhrelid = c.oid
    join pg_class p on p.oid = i.inhparent join pg_namespace pn on pn.oid = p.relnamespace
    where c.relispartition and c.relkind = 'r'
    order by 1`);
  return rows;
}

export async function listSequences(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and ${own} order by 1`);
  return rows.map(({ name }) => name);
}

/** Does the database contain nothing but PostgreSQL's own objects? */
export async function isEmpty(database: Queryable): Promise<boolean> {
  const { rows } = await database.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${own} limit 1`,
  );
  return rows.length === 0;
}
