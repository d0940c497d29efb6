import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256 } from './sha256.ts';

test('is what the platform says of any length around the ends of blocks, and of any script', () => {
  const texts = Array.from({ length: 200 }, (_, length) => '€100 für Zoë — 家賃 🎉 '.repeat(9).slice(0, length));
  for (const text of ['', 'abc', 'x'.repeat(10_000), ...texts])
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
});
