import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const src = path.resolve(import.meta.dirname, '../src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' });
const read = (file: string) => readFileSync(path.join(src, file), 'utf8');
const sheets = files.filter((file) => file.endsWith('.module.css'));
const uses = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file)).flatMap(usesIn);

test('CSS modules have different file names, because class names contain the file name', () => {
  const names = sheets.map((file) => path.basename(file));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test.each(sheets)('%s defines exactly the classes that components use', (sheet) => {
  const used = uses.filter((use) => use.sheet === sheet).map(({ name }) => name);
  expect([...new Set(used)].toSorted()).toEqual(classesOf(read(sheet)));
});

/**
 * Returns the classes that a component uses from CSS modules: `styles.row` of `import styles from './a.module.css'`.
 */
function usesIn(file: string) {
  const text = read(file);
  return [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)].flatMap(([, local = '', from = '']) =>
    [...text.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))].map(([, name = '']) => ({
      sheet: path.join(path.dirname(file), from),
      name,
    })),
  );
}

/** Returns the stylesheet's own classes, without the classes of the shared vocabulary in `:global()`. */
function classesOf(css: string) {
  const own = css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/:global\([^)]*\)/g, '')
    .replaceAll(/\{[^{}]*\}/g, '{}'); // values
  return [...new Set([...own.matchAll(/\.([a-zA-Z]\w*)/g)].map(([, name = '']) => name))].toSorted();
}
