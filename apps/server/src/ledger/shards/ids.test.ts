import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { shardOfAccount, shardOfEntry, slotOf } from './ids.ts';

test("determines an account's ledger from its id, for all lanes of a house account", () => {
  const first = -(3n << 40n) - 16n;
  const lanes = Array.from({ length: 16 }, (_, lane) => first + BigInt(lane));
  expect(new Set(lanes.map(shardOfAccount))).toEqual(new Set([3]));
  expect([1n, (1n << 40n) - 1n, -16n].map(shardOfAccount)).toEqual([0, 0, 0]);
  expect(shardOfAccount((2n << 40n) + 1n)).toBe(2);
});

test("determines an entry's ledger from its id", () => {
  expect([4096n, (1n << 51n) - 1n, (1n << 51n) + 4096n].map(shardOfEntry)).toEqual([0, 0, 1]);
});

test('spreads members evenly over all slots, and keeps a member in one slot', () => {
  const counts = new Map<number, number>();
  for (let i = 0; i < 65_536; i++) {
    const slot = slotOf(randomUUID());
    counts.set(slot, (counts.get(slot) ?? 0) + 1);
  }
  expect(counts.size).toBe(1024);
  expect(Math.max(...counts.values())).toBeLessThan(130);
  expect(Math.max(...counts.keys())).toBe(1023);
  const owner = randomUUID();
  expect(slotOf(owner)).toBe(slotOf(owner));
});
