import { endpoints, maxKeys } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyClient, makeKey } from '../../../test/api-keys.ts';
import { mailsTo } from '../../../test/ask-for-money.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { startSecondNode } from '../../../test/second-node.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { aWhileLater, turnOnTwoFactor } from '../../../test/two-factor.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const owner = (sql: string, values: unknown[]) => florin.database.ownerPool.query(sql, values);
const keysOf = ({ client }: TestMember) => client.call(endpoints.listKeys);
const noKey = refusedWith('not_signed_in');

describe('making an API key', () => {
  test('making an API key shows the secret once, mails the account, and stores only a digest', async () => {
    const ines = await florin.signUp('Ines');
    const { key, secret, client } = await makeKey(florin, ines.client, { name: 'Payroll', scopes: ['balances:read'] });
    expect(secret).toMatch(/^flr_test_\w{49}$/);
    expect(await keysOf(ines)).toEqual([key]);
    expect(key).toMatchObject({
      name: 'Payroll',
      hint: `flr_test_…${secret.slice(-4)}`,
      scopes: ['balances:read'],
      caps: { payment_exact: null, day_exact: null, month_exact: null },
      made_by: 'Ines',
      state: 'active',
      calls: 0,
    });
    expect(await client.call(endpoints.listWallets)).toEqual(await ines.client.call(endpoints.listWallets));
    const [mail] = (await mailsTo(florin, ines.user.email)).slice(-1);
    expect(mail).toMatchObject({ subject: 'An API key was made for your account' });
    expect(mail?.body).toContain('"Payroll"');
    expect(mail?.body).not.toContain(secret.slice(9));
    const { rows } = await owner('select k::text, s::text from api_keys k, api_key_secrets s', []);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(9, -4));
  });

  test('making, rotating and revoking an API key needs the password or the second factor', async () => {
    const [ines, jonas] = [await florin.signUp(), await florin.signUp()];
    const { key } = await makeKey(florin, ines.client);
    await turnOnTwoFactor(jonas);
    await aWhileLater(florin, ines);
    await aWhileLater(florin, jonas);
    const params = { id: key.id };
    for (const [{ client }, code] of [[ines, 'password_required'] as const, [jonas, 'second_factor_required'] as const])
      for (const call of [
        () => client.call(endpoints.makeKey, { body: { name: 'A', scopes: ['balances:read'] } }),
        () => client.call(endpoints.rotateKey, { params, body: {} }),
        () => client.call(endpoints.revokeKey, { params }),
      ])
        await expect(call()).rejects.toMatchObject(refusedWith(code));
  });

  test('refuses invalid and contradictory limits of an API key', async () => {
    const { client } = await florin.signUp();
    const refused = (order: object) =>
      expect(makeKey(florin, client, order)).rejects.toMatchObject(refusedWith('invalid_request'));
    await refused({ scopes: [] });
    await refused({ scopes: ['everything'] });
    await refused({ confirmed_payments: true, caps: { payment: '5.00', month: '5.00' } });
    await refused({ wallet: 'EUR', scopes: ['trades:write'] });
    await refused({ wallet: 'EUR', scopes: ['deposits:write'] });
    await refused({ expires_at: '2020-01-01T00:00:00Z' });
    for (const network of ['10.0.0.0/33', '10.0.0', 'localhost', '::/129', '10.0.0.0/8; drop table users'])
      await refused({ networks: [network] });
    const confirmed = { confirmed_payments: true, caps: { day: '5.00' } };
    await expect(makeKey(florin, client, confirmed)).rejects.toMatchObject(refusedWith('second_factor_off'));
    await expect(makeKey(florin, client, { caps: { day: '-5' } })).rejects.toMatchObject(refusedWith('invalid_amount'));
  });

  test('refuses more than 50 API keys, even when several keys are made at the same time', async () => {
    const ines = await florin.signUp();
    const { key } = await makeKey(florin, ines.client);
    await owner(
      `insert into api_keys (id, party_id, maker_id, name, hint, scopes)
       select gen_random_uuid(), $1, $1, 'Key', 'x', '{balances:read}' from generate_series(1, $2)`,
      [ines.user.id, maxKeys - 3],
    );
    const made = await Promise.allSettled(Array.from({ length: 5 }, () => makeKey(florin, ines.client)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await keysOf(ines)).toHaveLength(maxKeys);
    await expect(makeKey(florin, ines.client)).rejects.toMatchObject(refusedWith('too_many_keys'));
    await ines.client.call(endpoints.revokeKey, { params: { id: key.id } });
    await makeKey(florin, ines.client);
  });
});

describe('the end of an API key', () => {
  test('a revoked key ends with the next request on every node', async () => {
    const [ines, node] = [await florin.signUp(), await startSecondNode(florin)];
    const { key, secret, client } = await makeKey(florin, ines.client);
    const elsewhere = keyClient(node, secret);
    for (let i = 0; i < 3; i++) await elsewhere.call(endpoints.listWallets);
    await ines.client.call(endpoints.revokeKey, { params: { id: key.id } });
    for (const one of [elsewhere, client]) await expect(one.call(endpoints.listWallets)).rejects.toMatchObject(noKey);
    expect(await keysOf(ines)).toEqual([]);
    await expect(ines.client.call(endpoints.revokeKey, { params: { id: key.id } })).rejects.toMatchObject(
      refusedWith('key_not_found'),
    );
    await node.close();
  });

  test('an expired key does not work, even if a node has cached it', async () => {
    const ines = await florin.signUp();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { key, client } = await makeKey(florin, ines.client, { expires_at: expiresAt });
    expect(key.expires_at).toBe(expiresAt);
    await client.call(endpoints.listWallets);
    const { rows } = await owner('select until from usable_keys where id = $1', [key.id]);
    expect(rows).toEqual([{ until: new Date(expiresAt) }]);
    await owner(`update api_keys set expires_at = now() where id = $1`, [key.id]);
    await owner(`insert into identity_changes (member_id) values ($1)`, [ines.user.id]);
    await expect(client.call(endpoints.listWallets)).rejects.toMatchObject(noKey);
    expect(await keysOf(ines)).toMatchObject([{ state: 'expired' }]);
  });

  test('a rotated key works with both secrets for its grace period, and then with the new secret', async () => {
    const ines = await florin.signUp();
    const { key, client: first } = await makeKey(florin, ines.client);
    const rotate = async (grace?: number) =>
      ines.client.call(endpoints.rotateKey, { params: { id: key.id }, body: { grace_hours: grace } });
    const second = await rotate();
    expect(second.key.id).toBe(key.id);
    const hours = (new Date(second.key.former_until ?? 0).getTime() - Date.now()) / 3_600_000;
    expect(hours).toBeCloseTo(24, 1);
    const later = keyClient(florin, second.secret);
    for (const client of [first, later]) await client.call(endpoints.listWallets);
    const third = keyClient(florin, (await rotate()).secret);
    await expect(first.call(endpoints.listWallets)).rejects.toMatchObject(noKey);
    await later.call(endpoints.listWallets);
    await owner(`update api_key_secrets set until = now() where key_id = $1 and until is not null`, [key.id]);
    await expect(later.call(endpoints.listWallets)).rejects.toMatchObject(noKey);
    await third.call(endpoints.listWallets);
    const fourth = await rotate(0);
    await expect(third.call(endpoints.listWallets)).rejects.toMatchObject(noKey);
    expect(fourth.key.former_until).toBeNull();
    await keyClient(florin, fourth.secret).call(endpoints.listWallets);
  });
});

test('calls of a key are counted with the time and the address of the last call', async () => {
  const ines = await florin.signUp();
  const { key, client } = await makeKey(florin, ines.client, { scopes: ['balances:read'] });
  for (let i = 0; i < 3; i++) await client.call(endpoints.listWallets);
  await expect(client.call(endpoints.listContacts)).rejects.toMatchObject(refusedWith('scope_missing'));
  expect(await keysOf(ines)).toMatchObject([{ id: key.id, calls: 0, last_used_at: null }]);
  await florin.app.keyUses.write();
  expect(await keysOf(ines)).toMatchObject([
    { id: key.id, calls: 3, last_used_at: expect.any(String), last_used_from: '127.0.0.1' },
  ]);
});

test('a malformed text does not count as a key', async () => {
  const ines = await florin.signUp();
  const { secret } = await makeKey(florin, ines.client);
  const other = `${secret.slice(0, 20)}${secret[20] === 'a' ? 'b' : 'a'}${secret.slice(21)}`;
  for (const token of [
    'flr_test_',
    'flr_live_x',
    other,
    secret.replace('test', 'live'),
    secret.slice(0, -1),
    `${secret}0`,
  ])
    await expect(keyClient(florin, token).call(endpoints.listWallets)).rejects.toMatchObject(noKey);
});
