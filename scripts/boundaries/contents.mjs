import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../launch/root.mjs';
import { blankTexts } from './blank-texts.mjs';
import { builtSql } from './built-sql.mjs';
import { withoutComments } from './imports.mjs';
import {
  CALLS_FROM_SCREENS,
  CONTAINS_SQL,
  NAMES_OWN_TABLES,
  OUTSIDE_LEDGER,
  PLAIN_JAVASCRIPT,
  POSTS_ENTRIES,
  QUOTES_NAMES,
  READS_CLOCK,
  READS_ENVIRONMENT,
  ROUTE_FILES,
  SHOWS_TIMES,
  TEST_FILES,
  VAGUE_NAMES,
} from './rules.mjs';
import { foreignTables, ledgerCalls } from './tables.mjs';
import { dependentTitles } from './test-titles.mjs';

/** Returns a sentence for each rule that the name or the content of `file` breaks. */
export function checkContents(file, source) {
  const code = withoutComments(source);
  const isOneOf = (patterns) => patterns.some((pattern) => pattern.test(file));
  const problems = [];
  if (!(PLAIN_JAVASCRIPT.test(file) ? /\.mjs$/ : /\.tsx?$/).test(file))
    problems.push('has the wrong language; scripts are .mjs files, everything else is TypeScript');
  if (VAGUE_NAMES.test(file)) problems.push('has a name that describes no content; name it for its contents');
  if (readsEnvironment(code) && !isOneOf(READS_ENVIRONMENT)) problems.push('reads process.env; only config.ts may');
  if (SHOWS_TIMES.test(file) && !isOneOf(READS_CLOCK) && readsClock(source))
    problems.push("reads the device's clock; use the server's time (apps/web/src/api/server-time.ts)");
  if (CONTAINS_SQL.test(file) && !isOneOf(QUOTES_NAMES))
    problems.push(...builtSql(source).map((name) => `builds SQL with ${name}; pass values as parameters`));
  if (NAMES_OWN_TABLES.test(file))
    problems.push(
      ...foreignTables(file, source).map((table) => `names the table ${table} of another slice; read a view instead`),
    );
  if (OUTSIDE_LEDGER.test(file))
    problems.push(...ledgerCalls(source).map((called) => `calls ledger.${called}() in SQL; use the ledger's index.ts`));
  if (POSTS_ENTRIES.test(file)) problems.push(...checkFeature(file, code));
  if (ROUTE_FILES.test(file) && /^import\s[^'";]*?from\s*['"]\.\.?\/features\/[^'"]+\.tsx['"]/m.test(code))
    problems.push('imports a screen at once; load it lazily');
  if (TEST_FILES.test(file))
    problems.push(...dependentTitles(source).map((title) => `has the test title “${title}”; begin with its subject`));
  if (CALLS_FROM_SCREENS.test(file))
    problems.push(...movingCalls(code).map((name) => `calls ${name}, which moves money; use useMoneyCommand`));
  return problems;
}

function checkFeature(file, code) {
  const name = path.posix.basename(file);
  const problems = [];
  if (name !== 'postings.ts' && /\bpostings:\s*\[\s*[^\]\s]|\bPosting\[\]/.test(code))
    problems.push('builds postings; the postings of a slice are in its postings.ts');
  if (!name.endsWith('routes.ts') && /\bendpoints\./.test(code))
    problems.push('mounts a call of the contract; only routes.ts may');
  return problems;
}

const readsEnvironment = (code) =>
  /\bprocess\s*\.\s*env\b/.test(code) || /\benv\b[^'";]*from\s*['"](?:node:)?process['"]/.test(code);

/** Returns whether the source reads the device's clock. TanStack Query's `dataUpdatedAt` also comes from that clock. */
const readsClock = (source) =>
  /\bDate\s*\.\s*now\b|\bnew Date(?:\(\s*\)|(?![\w(]))|(?<!\bnew )\bDate\(\s*\)|\bTemporal\s*\.\s*Now\b|\bnew Date\([\w.]*dataUpdatedAt\)/.test(
    blankTexts(source).code,
  );

const CONTRACT = path.join(ROOT, 'packages/contract/src');

/** The calls of the contract that move money and therefore need a key that survives a lost answer. */
const moving = new Set(
  readdirSync(CONTRACT)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => readFileSync(path.join(CONTRACT, file), 'utf8').split(/^export const /m))
    .filter((part) => /^\w+ = endpoint\(/.test(part) && /^\s*movesMoney: true,/m.test(part))
    .map((part) => /^\w+/.exec(part)[0]),
);

/** Returns the calls that move money without `useMoneyCommand`. Type arguments may precede a call. */
const movingCalls = (code) =>
  Array.from(code.matchAll(/(\buseMoneyCommand\b[^;()]*\(\s*)?(?<!typeof )\bendpoints\s*\.\s*(\w+)/g))
    .filter(([, through, name]) => through === undefined && moving.has(name))
    .map(([, , name]) => name);
