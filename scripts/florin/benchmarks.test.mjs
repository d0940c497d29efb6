import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../launch/root.mjs';
import { BENCH_USAGE, BENCHMARKS } from './benchmarks.mjs';

test('bench has a name for each file with its command, and each file has the command with its name', () => {
  const folder = path.join(ROOT, 'bench');
  const given = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const command = /npm run florin -- bench ([a-z]+)/.exec(readFileSync(path.join(folder, file), 'utf8'));
      return command ? [`${command[1]}: ${file}`] : [];
    });
  expect(given.toSorted()).toEqual(BENCHMARKS.map(({ name, file }) => `${name}: ${file}`).toSorted());
});

test('the usage of bench lists every name', () => {
  for (const { name, measures } of BENCHMARKS)
    expect(BENCH_USAGE).toMatch(new RegExp(`^ {2}${name} +${measures}$`, 'm'));
});
