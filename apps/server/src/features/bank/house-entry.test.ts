import { expect, test } from 'vitest';
import { houseEntry } from './house-entry.ts';

const accounts: Record<string, bigint> = { unallocated: 1n, 'bank-clearing': 2n, 'card-clearing': 3n, 'own-funds': 4n };
const ledger = { houseId: async (kind: string) => accounts[kind] ?? 0n };
const line = { id: 7n, amount: -3000n, currency: 'EUR' } as const;

// If a later version computed another key, it would post the money of a line twice.
test.each([
  ['bank-batch', 2n, '0a6e6af7-1844-b93a-a02a-e41cd2ed3a47'],
  ['bank-card-payout', 3n, '0bd33902-c3a4-a90d-ffd8-8142645bdbe7'],
  ['bank-own-funds', 4n, '8f6f4389-d9eb-c762-1bc9-3ce3b5a5826d'],
] as const)('a line of %s leaves unallocated by an entry whose key never changes', async (kind, house, key) => {
  const entry = await houseEntry(ledger, kind, line);
  expect(entry).toMatchObject({ key, kind, metadata: { line: '7' } });
  expect(entry.postings).toEqual([
    { account: 1n, units: 3000n },
    { account: house, units: -3000n },
  ]);
});
