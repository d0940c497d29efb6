import { expect, test } from 'vitest';
import { waitsForApproval } from './waits-for-approval.ts';

test('a pending payment waits for approval if its description says so', () => {
  const description = 'Payment to shop@florin.example waits for approval';
  expect(waitsForApproval({ status: 'pending', description })).toBe(true);
  expect(waitsForApproval({ status: 'cancelled', description })).toBe(false);
  expect(waitsForApproval({ status: 'pending', description: 'Sent to shop@florin.example' })).toBe(false);
});
