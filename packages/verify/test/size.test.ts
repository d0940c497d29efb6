import { readdir, readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** An auditor reads these lines: code without types, imports, comments and blank lines. */
const folder = fileURLToPath(new URL('../src/', import.meta.url));
const linesOf = async (file: string): Promise<number> => {
  const code = stripTypeScriptTypes(await readFile(folder + file, 'utf8'));
  const lines = code.replaceAll(/^(?:import|export (?:type )?\{)[^;]*;/gm, '').split('\n');
  return lines.filter((line) => !/^\s*(?:\/\/.*|\/\*\*.*|\*.*|#!.*)?$/.test(line)).length;
};

const files = (await readdir(folder)).toSorted();
const lines = new Map(await Promise.all(files.map(async (file) => [file, await linesOf(file)] as const)));
const total = (names: readonly string[]) => names.reduce((sum, name) => sum + (lines.get(name) ?? 0), 0);
const parts = {
  'the reader of PDFs': { names: ['pdf.ts', 'der.ts', 'attachment.ts'], most: 220 },
  'the checker of shared statements': { names: ['statements.ts'], most: 150 },
  'the command with the reader of tiles': { names: ['cli.ts', 'pdf-command.ts', 'tiles.ts'], most: 140 },
};
const others = new Set(Object.values(parts).flatMap(({ names }) => names));

test('the checks of proofs, checkpoints and fraud files have at most 400 lines of code', () => {
  expect(total(files.filter((name) => !others.has(name)))).toBeLessThanOrEqual(400);
});

test.each(Object.entries(parts))('%s stays small', (_, { names, most }) => {
  expect(total(names)).toBeLessThanOrEqual(most);
});
