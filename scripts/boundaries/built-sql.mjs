import { blankTexts } from './blank-texts.mjs';

const verb = String.raw`(?:select|insert into|update|delete from|with|copy|truncate|alter|create|drop|grant|lock|set)`;
const begins = new RegExp(String.raw`^\s*${verb}\s`);
const isQueryArgument = /(?:\bquery(?:<[^()]*>)?\(|\bCursor\()\s*$/;
const joined = new RegExp(String.raw`['"\`]\s*${verb}\s[^'"\`]*['"\`]\s*\+`);

/**
 * Returns the names in built SQL statements that are not known when the module loads. These names are allowed:
 * module-level and imported names, calls of such names with such names, and a choice between such names and literal
 * texts. Every other value must be a parameter of the statement.
 */
export function builtSql(source) {
  const { code, templates } = blankTexts(source);
  const known = new Set([...moduleNames(code), ...keywords]);
  const unknown = templates
    .filter((template) => begins.test(template.words) || isStatement(code, template))
    .flatMap(({ parts }) => parts.flatMap((part) => namesIn(part).filter((name) => !known.has(name))));
  const isJoined = joined.test(source) || queryArguments(code).some((argument) => /[^+]\+[^+]/.test(argument));
  return [...new Set([...unknown, ...(isJoined ? ['+'] : [])])];
}

/** Returns whether the template is the argument of a query, or the `text` next to its `values`. */
const isStatement = (code, { start, end }) =>
  isQueryArgument.test(code.slice(Math.max(0, start - 200), start)) ||
  (/\btext:\s*$/.test(code.slice(Math.max(0, start - 20), start)) && /^`,\s*values\b/.test(code.slice(end)));

const keywords = ['true', 'false', 'null', 'undefined', 'typeof', 'await', 'as', 'const'];

function moduleNames(code) {
  const declared = Array.from(code.matchAll(/^(?:export )?(?:const|(?:async )?function) (\w+)/gm), ([, name]) => name);
  const imported = Array.from(
    code.matchAll(/^import (?!type)([^;]*?) from/gm),
    ([, names]) => names.match(/\w+/g) ?? [],
  );
  return [...declared, ...imported.flat()];
}

/** Returns the names in a template part. The condition of a choice does not count. */
function namesIn(part) {
  const chosen = part.replace(/^[^?]*\?(?![.?])/, '');
  return Array.from(chosen.matchAll(/(?<![.\w$])[A-Za-z_$][\w$]*/g), ([name]) => name);
}

/** Returns the first argument of each `query`. */
const queryArguments = (code) =>
  Array.from(code.matchAll(/\.query(?:<[^()]*>)?\(([^,;]*)/g), ([, argument]) => argument);
