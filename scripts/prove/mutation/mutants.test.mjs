import { describe, expect, test } from 'vitest';
import { mutantsOfSql } from './mutants-sql.mjs';
import { mutantsOfTypeScript } from './mutants-typescript.mjs';
import { sampleOf } from './sample.mjs';

const applied = (source, mutants) =>
  mutants.map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end));
const typeScript = (source) => applied(source, mutantsOfTypeScript(source));

describe('TypeScript mutants', () => {
  test('TypeScript mutants change comparisons, signs and constants', () => {
    expect(typeScript('const f = (a: bigint) => a < 10n;')).toEqual([
      'const f = (a: bigint) => undefined;',
      'const f = (a: bigint) => a <= 10n;',
      'const f = (a: bigint) => a >= 10n;',
      'const f = (a: bigint) => a < 11n;',
    ]);
  });

  test('TypeScript mutants remove statements and checks', () => {
    const source = "function f(a) { if (a) throw new Error('no'); return a; }";
    expect(typeScript(source)).toEqual([
      "function f(a) { if (true) throw new Error('no'); return a; }",
      "function f(a) { if (false) throw new Error('no'); return a; }",
      'function f(a) { if (a) ; return a; }',
      "function f(a) { if (a) throw new Error('no'); return undefined; }",
    ]);
  });

  test('TypeScript mutants leave out types and imports', () => {
    expect(typeScript("import { a } from 'b';\ntype C = 'd' | 1;")).toEqual([]);
  });
});

describe('database function mutants', () => {
  const definition = (body) =>
    `CREATE OR REPLACE FUNCTION f() RETURNS int\n LANGUAGE sql\nAS $function$${body}$function$\n`;
  const sql = (body) => applied(definition(body), mutantsOfSql(definition(body)));

  test('database function mutants change only signs and words of the body', () => {
    expect(sql(`select 'a and 1' -- or 2\n where a <= b and c`)).toEqual([
      definition(`select 'a and 1' -- or 2\n where a < b and c`),
      definition(`select 'a and 1' -- or 2\n where a <= b or c`),
    ]);
  });

  test('database function mutants remove guards', () => {
    expect(sql('continue when done;')).toEqual([definition('null;')]);
  });
});

test('a sample of mutants is the same for the same seed and keeps the order of the list', () => {
  const list = Array.from({ length: 100 }, (_, i) => i);
  const drawn = sampleOf(list, 10, 'a');
  expect(drawn).toEqual(sampleOf(list, 10, 'a'));
  expect(drawn).toEqual(drawn.toSorted((a, b) => a - b));
  expect(drawn).not.toEqual(sampleOf(list, 10, 'b'));
});
