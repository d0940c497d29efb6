/** The mutated areas, and the tests that must fail. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { mutantsOfSql } from './mutants-sql.mjs';
import { mutantsOfTypeScript } from './mutants-typescript.mjs';

/** `seconds`: a time limit above the duration of all tests, even on a busy machine. */
export const areas = [
  {
    id: 'money',
    root: 'packages/money',
    folder: 'src',
    needsDatabase: false,
    environment: { FLORIN_RUNS: '300' },
    seconds: 120,
  },
  {
    id: 'ledger',
    root: 'apps/server',
    folder: 'src/ledger',
    needsDatabase: true,
    environment: {},
    seconds: 400,
  },
];

/**
 * Returns every mutant of the area's TypeScript. `file` is relative to any copy. Type-only files and index.ts have no
 * mutants.
 */
export function typeScriptMutants(copy, { id, root, folder }) {
  const where = path.join(copy, root, folder);
  return readdirSync(where)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'index.ts')
    .toSorted()
    .flatMap((name) => {
      const file = path.join(where, name);
      const source = readFileSync(file, 'utf8');
      return mutantsOfTypeScript(source).map((change) =>
        mutant(id, name, source, change, { file: path.join(root, folder, name) }),
      );
    });
}

/** Returns every mutant of these database functions, in their form after all migrations. */
export const sqlMutants = (area, functions) =>
  functions.flatMap(({ name, definition }) =>
    mutantsOfSql(definition).map((change) => mutant(area, `${name}()`, definition, change, { sql: true })),
  );

function mutant(area, name, source, { start, end, text }, more) {
  const line = source.slice(0, start).split('\n').length;
  return {
    area,
    name,
    at: `${name}:${line}`,
    what: `${short(source.slice(start, end))} → ${short(text) || 'nothing'}`,
    original: source,
    mutated: source.slice(0, start) + text + source.slice(end),
    ...more,
  };
}

const short = (text) => text.replaceAll(/\s+/g, ' ').slice(0, 90);
