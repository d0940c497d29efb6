import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../launch/root.mjs';
import { blankTexts } from './blank-texts.mjs';
import { tablesIn } from './sql-tables.mjs';

const FOLDER = path.join(ROOT, 'apps/server/database/tables');

/** The subject of each table by the table's name. The subject is the table's file in apps/server/database/tables. */
const subjects = new Map(
  readdirSync(FOLDER).flatMap((file) =>
    Array.from(
      readFileSync(path.join(FOLDER, file), 'utf8').matchAll(/^create table (\w+)\.(\w+)/gm),
      ([, schema, table]) => [schema === 'public' ? table : `${schema}.${table}`, path.basename(file, '.sql')],
    ),
  ),
);

/**
 * Returns the tables in the statements of `source` that belong to a different subject from the file. A slice reads
 * other tables through the views in apps/server/database/views, and writes only its own tables. Only the ledger's SQL
 * functions name the ledger's tables.
 */
export function foreignTables(file, source) {
  const own = subjectOf(file);
  const found = blankTexts(source).texts.flatMap((text) => tablesIn(text));
  return [...new Set(found)].filter((table) => subjects.has(table) && subjects.get(table) !== own);
}

/** The ledger's functions that any code may call in SQL, because they only read. */
const readers = new Set(['usage']);

/** Returns the functions of the ledger that the statements of `source` call. Only the ledger's own code may write money. */
export function ledgerCalls(source) {
  const texts = blankTexts(source).texts.join(' ');
  const found = Array.from(texts.matchAll(/\bledger\.([a-z_]+)\s*\(/gi), ([, called]) => called.toLowerCase());
  return [...new Set(found)].filter((called) => !readers.has(called));
}

function subjectOf(file) {
  const [, slice] = /^apps\/server\/src\/features\/([^/]+)\//.exec(file) ?? [];
  if (slice !== undefined) return slice;
  return file.startsWith('apps/server/src/ledger/') ? 'nobody' : 'platform';
}
