/** Makes mutants of a database function, each with one changed word or sign of the body. */

const swaps = {
  '<': ['<=', '>='],
  '<=': ['<'],
  '>': ['>=', '<='],
  '>=': ['>'],
  '=': ['<>'],
  '<>': ['='],
  '+': ['-'],
  '-': ['+'],
  '*': ['+'],
  and: ['or'],
  or: ['and'],
  not: [''],
  least: ['greatest'],
  greatest: ['least'],
  min: ['max'],
  max: ['min'],
  sum: ['max'],
  count: ['min'],
  desc: [''],
  distinct: [''],
  true: ['false'],
  false: ['true'],
  'is null': ['is not null'],
  'is not null': ['is null'],
};

/** A comment, a text, a dollar quote, an operator, a word, a number. */
const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$\w*\$|::|:=|=>|->>?|\|\||<>|<=|>=|[<>=+*-]|is\s+(?:not\s+)?null\b|[a-z_]\w*(?:\.\w+)*|\d+(?:\.\d+)?/gi;

/** A whole guard statement: `continue when`, `exit when`, `raise`. */
const guard = /\b(?:continue|exit) when[^;]+;|\braise [^;]+;/gi;

/** @returns {{ start: number, end: number, text: string }[]} one replacement each */
export function mutantsOfSql(source) {
  const begin = source.search(/\bAS \$\w*\$/) + 1;
  if (begin === 0) throw new Error('a database function has no body');
  const found = [...source.slice(begin).matchAll(token)].flatMap((match) => {
    const start = begin + match.index;
    return replacementsOf(match[0]).map((text) => ({ start, end: start + match[0].length, text }));
  });
  for (const match of source.slice(begin).matchAll(guard))
    found.push({ start: begin + match.index, end: begin + match.index + match[0].length, text: 'null;' });
  return found;
}

function replacementsOf(text) {
  if (/^\d+$/.test(text)) return [String(Number(text) + 1)];
  return swaps[text.toLowerCase().replaceAll(/\s+/g, ' ')] ?? [];
}
