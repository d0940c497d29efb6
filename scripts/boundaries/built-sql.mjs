import { blankTexts } from './blank-texts.mjs';

const verb = String.raw`(?:select|insert into|update|delete from|with|copy|truncate|alter|create|drop|grant|lock|set)`;
const begins = new RegExp(String.raw`^\s*${verb}\s`);
const isHandedOver = /(?:\bquery(?:<[^()]*>)?\(|\bCursor\()\s*$/;
const joined = new RegExp(String.raw`['"\`]\s*${verb}\s[^'"\`]*['"\`]\s*\+`);

/**
 * Where SQL is put together from more than what is known when the module is loaded: a name declared at the left margin or
 * imported, a call of one with such, or a choice between them and written texts. Values are parameters of the statement.
 */
export function builtSql(source) {
  const { code, templates } = blankTexts(source);
  const known = new Set([...namesAtTheMargin(code), ...keywords]);
  const unknown = templates
    .filter((template) => begins.test(template.words) || isStatement(code, template))
    .flatMap(({ parts }) => parts.flatMap((part) => namesIn(part).filter((name) => !known.has(name))));
  const isJoined = joined.test(source) || handedOver(code).some((argument) => /[^+]\+[^+]/.test(argument));
  return [...new Set([...unknown, ...(isJoined ? ['+'] : [])])];
}

/** As the argument of a query, or as the `text` that has its `values`. */
const isStatement = (code, { start, end }) =>
  isHandedOver.test(code.slice(Math.max(0, start - 200), start)) ||
  (/\btext:\s*$/.test(code.slice(Math.max(0, start - 20), start)) && /^`,\s*values\b/.test(code.slice(end)));

const keywords = ['true', 'false', 'null', 'undefined', 'typeof', 'await', 'as', 'const'];

function namesAtTheMargin(code) {
  const declared = Array.from(code.matchAll(/^(?:export )?(?:const|(?:async )?function) (\w+)/gm), ([, name]) => name);
  const imported = Array.from(
    code.matchAll(/^import (?!type)([^;]*?) from/gm),
    ([, names]) => names.match(/\w+/g) ?? [],
  );
  return [...declared, ...imported.flat()];
}

/** What decides between two texts is not in them. */
function namesIn(part) {
  const chosen = part.replace(/^[^?]*\?(?![.?])/, '');
  return Array.from(chosen.matchAll(/(?<![.\w$])[A-Za-z_$][\w$]*/g), ([name]) => name);
}

/** The first argument of each `query`. */
const handedOver = (code) => Array.from(code.matchAll(/\.query(?:<[^()]*>)?\(([^,;]*)/g), ([, argument]) => argument);
