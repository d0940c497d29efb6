import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../launch/root.mjs';
import { blankTexts } from './blank-texts.mjs';
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

/** A name, perhaps in quotes and with its schema, and perhaps with an alias. */
const name = String.raw`(?:only\s+)?"?\w+"?(?:\."?\w+"?)?(?:\s+(?:as\s+)?\w+)?`;
/** The names after the words that precede a table, also in a list: `from users u, sessions s`. */
const named = new RegExp(
  String.raw`\b(?:from|join|into|update|table|using|truncate)\s+(${name}(?:\s*,\s*${name})*)`,
  'gi',
);

/**
 * The tables in the statements of `source` that belong to another subject than the file does. A slice reads others
 * through the views in apps/server/database/views, and writes its own tables only. Only the ledger's SQL functions name
 * its tables.
 */
export function foreignTables(file, source) {
  const own = subjectOf(file);
  const lists = Array.from(withoutComments(source).matchAll(named), ([, list]) => list.split(','));
  const found = lists.flat().map((table) => tableOf(table));
  return [...new Set(found)].filter((table) => subjects.has(table) && subjects.get(table) !== own);
}

/** Returns `users` for `only "public"."users" u`. */
function tableOf(text) {
  const words = text.trim().replaceAll('"', '').toLowerCase().split(/\s+/);
  return (words[0] === 'only' ? words[1] : words[0])?.replace(/^public\./, '') ?? '';
}

/** The ledger's functions that any code may call in SQL, because they only read. */
const readers = new Set(['usage']);

/** Returns the functions of the ledger that the statements of `source` call. Only the ledger's own code may write money. */
export function ledgerCalls(source) {
  const { code } = blankTexts(source);
  const texts = Array.from(withoutTrailingComments(source), (sign, at) => (code[at] === sign ? ' ' : sign)).join('');
  const found = Array.from(texts.matchAll(/\bledger\.([a-z_]+)\s*\(/gi), ([, called]) => called.toLowerCase());
  return [...new Set(found)].filter((called) => !readers.has(called));
}

/** Blanks comments, which may name any function. */
const withoutTrailingComments = (source) =>
  source.replace(/\/\*[\s\S]*?\*\/|(?:^|(?<=[\s;,({]))\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '));

function subjectOf(file) {
  const [, slice] = /^apps\/server\/src\/features\/([^/]+)\//.exec(file) ?? [];
  if (slice !== undefined) return slice;
  return file.startsWith('apps/server/src/ledger/') ? 'nobody' : 'platform';
}
