import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../launch/root.mjs';
import { withoutComments } from './imports.mjs';

const FOLDER = path.join(ROOT, 'apps/server/database/tables');

/** By name, the subject that each table belongs to: its file in apps/server/database/tables. */
const subjects = new Map(
  readdirSync(FOLDER).flatMap((file) =>
    Array.from(
      readFileSync(path.join(FOLDER, file), 'utf8').matchAll(/^create table (\w+)\.(\w+)/gm),
      ([, schema, table]) => [schema === 'public' ? table : `${schema}.${table}`, path.basename(file, '.sql')],
    ),
  ),
);

const named = /\b(?:from|join|into|update|table|using|truncate)\s+(?:only\s+)?(?:public\.)?((?:ledger\.)?[a-z_]+)\b/g;

/**
 * The tables in the statements of `source` that belong to another subject than the file does. A slice reads others
 * through the views in apps/server/database/views, and writes its own tables only. Only the ledger's SQL functions name
 * its tables.
 */
export function foreignTables(file, source) {
  const own = subjectOf(file);
  const found = Array.from(withoutComments(source).matchAll(named), ([, table]) => table);
  return [...new Set(found)].filter((table) => subjects.has(table) && subjects.get(table) !== own);
}

function subjectOf(file) {
  const [, slice] = /^apps\/server\/src\/features\/([^/]+)\//.exec(file) ?? [];
  if (slice !== undefined) return slice;
  return file.startsWith('apps/server/src/ledger/') ? 'nobody' : 'platform';
}
