import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { deleteExpired } from './delete-expired.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ PUBLIC_URL: 'http://localhost:3000' });
});
afterAll(() => florin.close());

const asOwner = (statement: string, values: unknown[] = []) => florin.database.ownerPool.query(statement, values);

test('deletes expired rows and keeps valid ones', async () => {
  const [ines, jonas] = [await florin.signUp(), await florin.signUp()];
  await ines.client.call(endpoints.setUpTwoFactor, { body: { current_password: ines.password } });
  await florin.client.call(endpoints.getPasskeyChallenge);
  await florin.client.call(endpoints.getPasskeyChallenge);
  await asOwner(
    `insert into password_resets (token_hash, user_id, email) values ('\\x01', $1, 'x@florin.example'), ('\\x02', $1, 'x@florin.example')`,
    [ines.user.id],
  );
  await asOwner('update sessions set expires_at = now() where user_id = $1', [ines.user.id]);
  await asOwner(`update password_resets set created_at = now() - interval '25 hours' where token_hash = '\\x01'`);
  await asOwner(`update authenticators set created_at = now() - interval '25 hours'`);
  await asOwner(
    `update passkey_challenges set expires_at = now() where id = (select id from passkey_challenges limit 1)`,
  );
  await deleteExpired({ pool: florin.database.pool, logger: pino({ level: 'silent' }) });
  await jonas.client.call(endpoints.me);
  const left = async (table: string) => (await asOwner(`select 1 from ${table}`)).rows.length;
  expect({
    sessions: await left('sessions'),
    resets: await left('password_resets'),
    authenticators: await left('authenticators'),
    challenges: await left('passkey_challenges'),
  }).toEqual({ sessions: 1, resets: 1, authenticators: 0, challenges: 1 });
});

test('deletes unconfirmed addresses after a month', async () => {
  const ines = await florin.signUp();
  for (const table of ['email_changes', 'email_confirmations'])
    await asOwner(
      `insert into ${table} (token_hash, user_id, email, used_at, expires_at)
       values ('\\x11', $1, 'old@florin.example', null, now() - interval '31 days'),
              ('\\x12', $1, 'late@florin.example', null, now()),
              ('\\x13', $1, 'mine@florin.example', now(), now() - interval '31 days')`,
      [ines.user.id],
    );
  await deleteExpired({ pool: florin.database.pool, logger: pino({ level: 'silent' }) });
  for (const table of ['email_changes', 'email_confirmations']) {
    const { rows } = await asOwner(`select email from ${table} where user_id = $1 and email <> $2 order by email`, [
      ines.user.id,
      ines.user.email,
    ]);
    expect(rows).toEqual([{ email: 'late@florin.example' }, { email: 'mine@florin.example' }]);
  }
});

test('logs an error if a closed account holds money', async () => {
  const ines = await florin.signUpWith('20.00');
  const logged: unknown[] = [];
  const logger = pino({ level: 'error' }, { write: (line) => void logged.push(JSON.parse(line)) });
  await deleteExpired({ pool: florin.database.pool, logger });
  expect(logged).toEqual([]);
  await asOwner('update users set closed_at = now() where id = $1', [ines.user.id]);
  await deleteExpired({ pool: florin.database.pool, logger });
  expect(logged).toEqual([expect.objectContaining({ msg: 'closed accounts hold money', members: [ines.user.id] })]);
});
