import { expect, test } from 'vitest';
import { findCycles } from './cycles.mjs';
import { importsOf } from './imports.mjs';

const graph = (imports) => new Map(Object.entries(imports));

test('finds no cycle between files that only import in one direction', () => {
  expect(findCycles(graph({ a: ['b', 'c'], b: ['c', 'outside'], c: [] }))).toEqual([]);
});

test('reports the shortest cycle of each group of files that import each other', () => {
  const imports = { start: ['a'], a: ['b', 'c'], b: ['c'], c: ['a'], d: ['a', 'e'], e: ['d'], end: [] };
  expect(findCycles(graph(imports))).toEqual([
    ['a', 'c'],
    ['d', 'e'],
  ]);
});

test('reports a file that imports itself', () => {
  expect(findCycles(graph({ a: ['a'] }))).toEqual([['a']]);
});

test('the cycle check counts type imports and re-exports', () => {
  const sources = {
    'src/a.ts': `import type { B } from './b.ts';`,
    'src/b.ts': `export type { C } from './folder/c.ts';`,
    'src/folder/c.ts': `import { type A } from '../a.ts';`,
  };
  const imports = Object.entries(sources).map(([file, source]) => [
    file,
    importsOf(file, source).map((imported) => imported.path),
  ]);
  expect(findCycles(new Map(imports))).toEqual([['src/a.ts', 'src/b.ts', 'src/folder/c.ts']]);
});
