import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { wholeScans } from '../../../test/whole-scans.ts';
import { forgetMails } from './forget-mails.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('whoever leaves is looked for by address, and in the words of the mails that still hold any', async () => {
  const leaver = { name: 'Ines', emails: ['ines@florin.example'], namedEmails: ['other@florin.example'] };
  const forget = () =>
    wholeScans(database.pool, 'mails', (tx) => forgetMails(tx, leaver, { email: 'closed@florin.example' }));
  expect(await forget()).toBe(0);
});
