import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyClient, makeKey } from '../../../test/api-keys.ts';
import { mailsTo } from '../../../test/ask-for-money.ts';
import { actingClient, join, openBusiness } from '../../../test/business.ts';
import { operator } from '../../../test/kyc.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { resetTokenFor } from '../../../test/reset-password.ts';
import { startSecondNode, type SecondNode } from '../../../test/second-node.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let florin: TestApp;
let node: SecondNode;
beforeAll(async () => {
  florin = await createTestApp();
  node = await startSecondNode(florin);
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await node.close();
  await florin.close();
});

const noKey = refusedWith('not_signed_in');

/** A business of Ines with the admin Jonas and a key that he made, seen from the second node. */
async function businessWithKey() {
  const [ines, jonas] = [await florin.signUpWith('100.00', 'Ines'), await florin.signUp('Jonas')];
  const acme = await openBusiness(florin, ines);
  await ines.client.call(endpoints.sendMoney, { body: { recipient_email: acme.email, amount: '50.00' } });
  const admin = await join(florin, ines, acme, { person: jonas, role: 'admin' });
  const made = await makeKey(florin, admin, { name: 'Payroll' });
  const elsewhere = keyClient(node, made.secret);
  await elsewhere.call(endpoints.listWallets);
  return { ines, jonas, acme, admin, made, elsewhere, owner: actingClient(florin, ines.token, acme.handle) };
}

describe('a key of a business', () => {
  test('a key of a business acts only for the business', async () => {
    const { ines, acme, made, elsewhere, owner } = await businessWithKey();
    expect((await elsewhere.call(endpoints.listWallets))[0]).toMatchObject({ available_exact: '50.00' });
    await elsewhere.call(endpoints.sendMoney, { body: { recipient_email: ines.user.email, amount: '1.00' } });
    expect(await owner.call(endpoints.listKeys)).toMatchObject([{ id: made.key.id, made_by: 'Jonas' }]);
    expect(await ines.client.call(endpoints.listKeys)).toEqual([]);
    expect(await mailsTo(florin, acme.email)).toContainEqual(
      expect.objectContaining({ subject: 'An API key was made for your account' }),
    );
    expect(await owner.call(endpoints.listBusinessActs)).toContainEqual(
      expect.objectContaining({ who: 'Jonas', did: 'Made an API key', about: 'Payroll' }),
    );
    const naming = (handle: string) => actingClient(florin, made.secret, handle).call(endpoints.listWallets);
    await naming(acme.handle);
    const other = await openBusiness(florin, ines);
    for (const handle of [other.handle, 'unknown'])
      await expect(naming(handle)).rejects.toMatchObject(refusedWith('business_not_found'));
    const own = await makeKey(florin, ines.client);
    await expect(actingClient(florin, own.secret, acme.handle).call(endpoints.listWallets)).rejects.toMatchObject(
      refusedWith('business_not_found'),
    );
  });

  test('a key of a business has the rights of its maker’s new role from the next request on', async () => {
    const { jonas, acme, elsewhere, owner } = await businessWithKey();
    const body = { role: 'viewer' } as const;
    await owner.call(endpoints.changePersonRole, { params: { id: jonas.user.id }, body });
    await elsewhere.call(endpoints.listWallets);
    await expect(
      elsewhere.call(endpoints.sendMoney, { body: { recipient_email: acme.email, amount: '1.00' } }),
    ).rejects.toMatchObject(refusedWith('role_not_allowed'));
  });

  test('a key of a business ends with the removal of its creator, even if the creator comes back', async () => {
    const { ines, jonas, acme, elsewhere, owner } = await businessWithKey();
    await owner.call(endpoints.removePerson, { params: { id: jonas.user.id } });
    await expect(elsewhere.call(endpoints.listWallets)).rejects.toMatchObject(noKey);
    expect(await owner.call(endpoints.listKeys)).toMatchObject([{ state: 'suspended' }]);
    await join(florin, ines, acme, { person: jonas, role: 'owner' });
    await expect(elsewhere.call(endpoints.listWallets)).rejects.toMatchObject(noKey);
  });

  test('a key of a business does not work while its maker or the business is frozen', async () => {
    const { jonas, acme, elsewhere } = await businessWithKey();
    const olu = await operator(florin);
    for (const id of [jonas.user.id, acme.id]) {
      await elsewhere.call(endpoints.listWallets);
      await olu.client.call(endpoints.freezeUser, { params: { id }, body: { reason: 'Reported' } });
      await expect(elsewhere.call(endpoints.listWallets)).rejects.toMatchObject(noKey);
      await florin.database.ownerPool.query('update users set disabled_at = null where id = $1', [id]);
    }
  });

  test('a key of a business is rotated by its maker only, and revoked by every manager', async () => {
    const { made, elsewhere, admin, owner } = await businessWithKey();
    const params = { id: made.key.id };
    await expect(owner.call(endpoints.rotateKey, { params, body: {} })).rejects.toMatchObject(
      refusedWith('key_not_found'),
    );
    await admin.call(endpoints.rotateKey, { params, body: {} });
    await owner.call(endpoints.revokeKey, { params });
    await expect(elsewhere.call(endpoints.listWallets)).rejects.toMatchObject(noKey);
  });
});

test('closing an account ends its keys, and the keys that the member made for businesses', async () => {
  const { jonas, elsewhere, owner } = await businessWithKey();
  const own = await makeKey(florin, jonas.client, { recipients: ['lea@florin.example'] });
  await jonas.client.call(endpoints.closeAccount, { body: { current_password: jonas.password } });
  for (const client of [elsewhere, own.client])
    await expect(client.call(endpoints.listWallets)).rejects.toMatchObject(noKey);
  expect(await owner.call(endpoints.listKeys)).toEqual([]);
  const { rows } = await florin.database.ownerPool.query('select name, recipients from api_keys where id = $1', [
    own.key.id,
  ]);
  expect(rows).toEqual([{ name: '', recipients: [] }]);
});

test('a password reset by mail revokes the keys and mails their names', async () => {
  const ines = await florin.signUp();
  const { client } = await makeKey(florin, ines.client, { name: 'Shop' });
  const token = await resetTokenFor(florin, ines.user.email);
  await florin.client.call(endpoints.resetPassword, { body: { token, password: 'another correct horse' } });
  await expect(client.call(endpoints.listWallets)).rejects.toMatchObject(noKey);
  const mails = await mailsTo(florin, ines.user.email);
  expect(mails.find(({ subject }) => subject === 'Your API keys were revoked')?.body).toContain('Shop');
});

test('an API key of an operator has no operator rights', async () => {
  const olu = await operator(florin);
  const { client } = await makeKey(florin, olu.client);
  await expect(client.call(endpoints.getOverview)).rejects.toMatchObject(refusedWith('not_found'));
});

test('the log names a key by its id and never contains its secret', async () => {
  const ines = await florin.signUp();
  const { key, secret } = await makeKey(florin, ines.client, { scopes: ['balances:read'] });
  const log: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line) => void log.push(line) });
  const other = await startSecondNode(florin, {}, { LOG_REQUESTS: 'on', LOG_LEVEL: 'info' }, logger);
  const client = keyClient(other, secret);
  await client.call(endpoints.listWallets);
  await expect(client.call(endpoints.listContacts)).rejects.toMatchObject(refusedWith('scope_missing'));
  await expect(keyClient(other, `${secret}0`).call(endpoints.listContacts)).rejects.toMatchObject(noKey);
  await other.close();
  expect(log.join('')).toContain(`"key":"${key.id}"`);
  expect(log.join('')).not.toContain(secret.slice(9, -6));
});
