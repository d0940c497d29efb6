import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateBefore } from '../../../test/migrate-before.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { migrate } from '../../platform/database/migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ source: 'template0' });
  await migrateBefore(database.ownerPool, '0038-whom-money-was-sent-to.sql');
});
afterAll(() => database.close());

test('of contacts from before it was written down only who cannot be anybody else is whom money was sent to', async () => {
  const { ownerPool } = database;
  await ownerPool.query(`
    insert into users (id, email, name, password_hash, created_at, email_confirmed_at, disabled_at)
    select gen_random_uuid(), who || '@florin.example', who, 'x', now() - joined * interval '1 day', confirmed, disabled
    from (values ('ines', 9, null, null), ('jonas', 9, now(), null), ('unconfirmed', 9, null, null),
                 ('late', 1, now(), null), ('moved', 9, now(), null), ('frozen', 9, now(), now()),
                 ('written', 9, now(), null)) u (who, joined, confirmed, disabled);
    insert into email_changes (token_hash, user_id, email, used_at)
    select sha256('one'), id, email, now() - interval '1 day' from users where name = 'moved'
    union all select sha256('two'), id, email, now() - interval '5 days' from users where name = 'jonas';
    insert into contacts (id, user_id, email, name, last_sent_at)
    select gen_random_uuid(), ines.id, who || '@florin.example', who, case when who <> 'written' then now() - interval '3 days' end
    from users ines,
         unnest('{jonas,unconfirmed,late,moved,frozen,written,nobody}'::text[]) who where ines.name = 'ines'`);
  await migrate(ownerPool);
  const { rows } = await ownerPool.query(
    'select u.name as sent_to, c.name from contacts c join users u on u.id = c.sent_to',
  );
  expect(rows).toEqual([{ sent_to: 'jonas', name: 'jonas' }]);
});
