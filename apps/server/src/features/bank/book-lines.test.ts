import { expect, onTestFinished, test } from 'vitest';
import { createTestApp } from '../../../test/test-app.ts';
import { entryOf } from './book-lines.ts';

test('refuses a deposit without a member', async () => {
  const florin = await createTestApp();
  onTestFinished(() => florin.close());
  const line = { id: 1n, account: 'main-eur', currency: 'EUR', amount: 100n, match: 'deposit', user_id: null } as const;
  const entry = entryOf(florin.app.dependencies.ledger, { ...line, counterparty: null, explains: null, charge: null });
  await expect(entry).rejects.toThrow('line 1 is a deposit without a member');
});
