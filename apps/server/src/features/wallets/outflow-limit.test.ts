import { randomUUID } from 'node:crypto';
import { defaultPolicy, endpoints } from '@florin/contract';
import { amountOf } from '@florin/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import type { Member } from '../identity/index.ts';
import { outflowRefusal } from './outflow-limit.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(() => florin.close());

const verifying = 'Verify your identity to raise the limit.';

test.each([
  { kycLevel: 0, limit: '500.00', next: ` ${verifying}` },
  { kycLevel: 1, limit: '1,000.00', next: ` ${verifying}` },
  { kycLevel: 2, limit: '10,000.00', next: '' },
] as const)(
  'names the next step above the limit of level $kycLevel, if one exists',
  async ({ kycLevel, limit, next }) => {
    const ines = await florin.signUpWith('20000.00');
    await florin.database.ownerPool.query('update users set kyc_level = $2 where id = $1', [ines.user.id, kycLevel]);
    const body = { recipient_email: `${randomUUID()}@elsewhere.example`, amount: '10000.01' };
    await expect(ines.client.call(endpoints.sendMoney, { body })).rejects.toMatchObject(
      refusedWith('limit_exceeded', { detail: `This is over your limit: $${limit} is left today.${next}` }),
    );
  },
);

test('names the monthly limit as the exceeded limit', () => {
  const member = { kycLevel: 2, emailConfirmed: true } as Member;
  const usage = {
    drawn: 100_000_00n,
    day: { before: 99_999_95n, returned: 0n },
    month: { before: 0n, returned: 5n },
  };
  const leaving = { amount: amountOf('USD', 6n), needsFactor: false };
  expect(outflowRefusal(defaultPolicy, member, leaving, usage)?.message).toBe(
    'This is over your limit: $0.05 is left this month.',
  );
});
