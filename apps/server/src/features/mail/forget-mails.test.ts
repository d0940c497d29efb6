import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { wholeScans } from '../../../test/whole-scans.ts';
import { forgetMails } from './forget-mails.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('forgetting a member scans no whole table of mails', async () => {
  const member = { name: 'Ines', emails: ['ines@florin.example'], namedEmails: ['other@florin.example'] };
  const forget = () =>
    wholeScans(database.pool, 'mails', (tx) => forgetMails(tx, member, { email: 'closed@florin.example' }));
  expect(await forget()).toBe(0);
});
