const TOKEN = /--.*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|(?:"[^"]*"|[a-z_]\w*)(?:\s*\.\s*(?:"[^"]*"|\w+|\*))*|\S/gi;
const wordSet = (words) => new Set(words.split(' '));

/** Words before a read table. In these places a name with arguments is a function, and CTEs hide tables. */
const READS = wordSet('from join using');
/** Words before a written, locked or described table. */
const WRITES = wordSet('into update table truncate copy lock references analyze vacuum');
/** The words among `WRITES` that precede one table, not a list. */
const SINGLE = wordSet('into update copy references');
/** Words between the words above and the table. */
const BETWEEN = wordSet('only lateral if not exists');
/** After these words, a comma does not separate tables. */
const ENDS = wordSet(
  'select where group order having window limit offset fetch for returning set union intersect except values',
);
/** Functions with a `from` between their arguments. */
const TAKES_FROM = wordSet('extract trim substring overlay');

/**
 * Returns the names of tables in an SQL text, such as `users` or `ledger.postings`, without CTEs, functions, aliases
 * and columns. The text comes from `blankTexts`; each text in a `«…»` may replace this `«…»`.
 */
export function tablesIn(sql) {
  const tokens = (sql.match(TOKEN) ?? []).filter((token) => !/^(?:--|\/\*)/.test(token));
  const found = new Set();
  let scope = { ctes: new Set() };
  let last = '';

  const leaveParentheses = () => {
    while (scope.isParentheses) scope = scope.outer;
  };
  const signs = {
    '(': () => {
      const defines = /^(?:as|materialized)$/.test(last) ? scope.cte : undefined;
      const { awaits } = scope;
      scope.awaits = undefined;
      scope = { outer: scope, isParentheses: true, awaits, defines, isOf: last, ctes: new Set() };
    },
    ')': () => {
      if (!scope.isParentheses) return;
      const { outer, defines } = scope;
      scope = outer;
      if (defines === undefined) return;
      scope.ctes.add(defines);
      scope.cte = undefined;
      last = 'CTE';
    },
    ',': () => {
      if (last === 'CTE') scope.awaitsCte = true;
      else scope.awaits = scope.lists;
    },
    ';': () => {
      leaveParentheses();
      scope = { outer: scope.outer, start: scope.start, ctes: new Set() };
    },
    '«': () => {
      const start = { awaits: scope.awaits, lists: scope.lists };
      scope = { outer: scope, start, ...start, ctes: scope.ctes };
    },
    '¦': () => {
      leaveParentheses();
      Object.assign(scope, scope.start);
    },
    '»': () => {
      leaveParentheses();
      const { outer, lists } = scope;
      scope = Object.assign(outer ?? scope, { awaits: undefined, lists });
    },
  };
  const readWord = (token, next) => {
    const word = token.toLowerCase();
    if (scope.awaitsCte && word !== 'recursive') startCte(scope, nameOf(token));
    else if (READS.has(word)) {
      if (precedesTable(word, scope, last, next)) Object.assign(scope, { awaits: 'read', lists: 'read' });
    } else if (WRITES.has(word))
      Object.assign(scope, { awaits: 'written', lists: SINGLE.has(word) ? undefined : 'written' });
    else if (ENDS.has(word)) Object.assign(scope, { awaits: undefined, lists: undefined });
    else if (word === 'with') scope.awaitsCte = true;
    else if (word === 'recursive') scope.isRecursive = true;
    else if (word === 'delete' || word === 'merge') scope.usesTables = true;
    else if (scope.awaits !== undefined && !BETWEEN.has(word)) {
      if (scope.awaits === 'written' || (next !== '(' && !isCte(scope, token))) found.add(nameOf(token));
      scope.awaits = undefined;
    }
  };

  for (const [at, token] of tokens.entries()) {
    const before = last;
    if (/^["a-z_]/i.test(token)) readWord(token, tokens[at + 1]);
    else if (Object.hasOwn(signs, token)) signs[token]();
    else scope.awaits = undefined;
    if (last === before) last = token.toLowerCase();
  }
  return [...found];
}

/** A CTE hides a table only after the end of the CTE, but a recursive CTE hides a table immediately. */
function startCte(scope, name) {
  scope.awaitsCte = false;
  scope.cte = name;
  if (scope.isRecursive) scope.ctes.add(name);
}

/** Returns whether a table follows, not a value or the columns of a join. */
function precedesTable(word, scope, last, next) {
  if (word === 'using') return next !== '(' || scope.usesTables === true;
  return word !== 'from' || (last !== 'distinct' && !TAKES_FROM.has(scope.isOf));
}

function isCte(scope, token) {
  const name = nameOf(token);
  for (let around = scope; around !== undefined; around = around.outer)
    if (around.ctes.has(name)) return !token.includes('.');
  return false;
}

/** Returns `users` for `"public"."users"`. */
const nameOf = (token) =>
  token
    .replace(/["\s]/g, '')
    .toLowerCase()
    .replace(/^public\./, '');
