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

test('the library has at most 400 lines of code, the reader of PDFs 220, and the command with the reader of tiles 125', async () => {
  const files = (await readdir(folder)).toSorted();
  const lines = new Map(await Promise.all(files.map(async (file) => [file, await linesOf(file)] as const)));
  const total = (names: readonly string[]) => names.reduce((sum, name) => sum + (lines.get(name) ?? 0), 0);
  const pdf = ['pdf.ts', 'der.ts', 'attachment.ts'];
  const command = ['cli.ts', 'pdf-command.ts', 'tiles.ts'];
  expect(total(files.filter((name) => !pdf.includes(name) && !command.includes(name)))).toBeLessThanOrEqual(400);
  expect(total(pdf)).toBeLessThanOrEqual(220);
  expect(total(command)).toBeLessThanOrEqual(125);
});
