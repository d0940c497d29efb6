import path from 'node:path';
import { blankTexts } from './blank-texts.mjs';
import { builtSql } from './built-sql.mjs';
import { importsOf, withoutComments } from './imports.mjs';
import {
  BEHIND_DOORS,
  CHOOSES_PROVIDERS,
  FORBIDDEN_PACKAGES,
  MAY_IMPORT,
  NAMES_OWN_TABLES,
  NAMES_TABLES,
  READS_CLOCK,
  READS_ENVIRONMENT,
  SHOWS_TIMES,
  SLICE_CALLS,
  SPEAKS_SQL,
  STRATA,
} from './rules.mjs';
import { foreignTables } from './tables.mjs';

/** The rules that `file` breaks, as sentences. */
export function checkFile(file, source) {
  const stratum = stratumOf(file);
  if (stratum === undefined) return ['is in no stratum; add its folder to scripts/boundaries/rules.mjs'];
  const problems = importsOf(file, source).flatMap((imported) => checkImport(file, stratum, imported));
  if (
    /\bprocess\s*\.\s*env\b/.test(withoutComments(source)) &&
    !READS_ENVIRONMENT.some((allowed) => allowed.test(file))
  ) {
    problems.push('reads process.env; only config.ts does');
  }
  if (SHOWS_TIMES.test(file) && !READS_CLOCK.some((allowed) => allowed.test(file)) && readsClock(source))
    problems.push("reads the device's clock; ages and deadlines go by the server's (apps/web/src/api/server-time.ts)");
  if (SPEAKS_SQL.test(file) && !NAMES_TABLES.some((allowed) => allowed.test(file)))
    problems.push(...builtSql(source).map((name) => `puts ${name} into a statement; values are parameters`));
  if (NAMES_OWN_TABLES.test(file))
    problems.push(
      ...foreignTables(file, source).map((table) => `names the table ${table}, which is not its own; read a view`),
    );
  return problems;
}

/** Also a time that TanStack Query noted by the device's clock, taken for a moment to show. */
const readsClock = (source) =>
  /\bDate\s*\.\s*now\b|\bnew Date(?:\(\s*\)|(?![\w(]))|(?<!\bnew )\bDate\(\s*\)|\bTemporal\s*\.\s*Now\b|\bnew Date\([\w.]*dataUpdatedAt\)/.test(
    blankTexts(source).code,
  );

function checkImport(file, stratum, imported) {
  if (imported.package !== undefined && FORBIDDEN_PACKAGES[stratum]?.test(imported.package) && !isTool(file)) {
    return [`imports ${imported.package}, which ${stratum} must do without`];
  }
  // Assets and styles beside the code are nobody's stratum.
  if (imported.path === undefined || !/\.(ts|tsx|mjs)$/.test(imported.path)) return [];
  const target = stratumOf(imported.path);
  if (target === undefined) return [`imports ${imported.path}, which is in no stratum`];
  const broken = brokenRule(file, stratum, imported.path, target);
  return broken === undefined ? [] : [`imports ${imported.path}: ${broken}`];
}

function brokenRule(file, stratum, imported, target) {
  if (!MAY_IMPORT[stratum].includes(target)) return `${stratum} may not import ${target}`;
  if (isSimulated(imported) && !isSimulated(file) && !CHOOSES_PROVIDERS.includes(stratum)) {
    return 'simulated providers are chosen in app.ts only';
  }
  if (target === 'server/ledger' && stratum !== target && !BEHIND_DOORS.includes(stratum) && !isDoor(imported)) {
    return 'the ledger is reached through its index.ts';
  }
  if (target === 'server/features') return brokenSliceRule(file, stratum, imported);
  if (target === 'web/features' && stratum === target && sliceOf(file) !== sliceOf(imported)) {
    return 'web features never import each other';
  }
  return undefined;
}

function brokenSliceRule(file, stratum, imported) {
  if (BEHIND_DOORS.includes(stratum)) return undefined;
  const slice = sliceOf(imported);
  const own = stratum === 'server/features' ? sliceOf(file) : undefined;
  if (own === slice) return undefined;
  if (own !== undefined && !(SLICE_CALLS[own] ?? []).includes(slice)) return `${own} is not listed as calling ${slice}`;
  return isDoor(imported) ? undefined : `${slice} is reached through its index.ts`;
}

function stratumOf(file) {
  return STRATA.find(([, pattern]) => pattern.test(file))?.[0];
}

function sliceOf(file) {
  return /\/features\/([^/]+)\//.exec(file)?.[1];
}

function isDoor(file) {
  return path.posix.basename(file) === 'index.ts';
}

function isSimulated(file) {
  return path.posix.basename(file).startsWith('simulated');
}

/** Tests and configurations of a package bring their own tools. */
function isTool(file) {
  return /\.test\.tsx?$|\.config\.ts$|\/test\//.test(file);
}
