import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { encrypt } from '../../../platform/encrypted-box.ts';
import { openVault } from '../../../platform/vault.ts';
import { transact } from '../../../platform/database/transact.ts';
import { signDigest, signatureOf } from './cms.ts';
import { installationIdentity, reencryptDocumentKeys } from './document-keys.ts';
import { createSelfSigned } from './self-signed.ts';

let database: TestDatabase;
beforeAll(async () => (database = await createTestDatabase()));
afterAll(() => database.close());

const masterKey = Buffer.alloc(32, 'one');
const identity = (brand: string, key = masterKey) =>
  installationIdentity({ pool: database.pool, vault: openVault(database.pool, key) }, brand);
const stored = async () => {
  const { rows } = await database.pool.query<{ certificate: Buffer }>(
    'select certificate from document_keys order by id',
  );
  return rows.map(({ certificate }) => new X509Certificate(certificate));
};

test('nodes that start together share one signing key, and later starts keep the key', async () => {
  const all = await Promise.all([identity('Florin'), identity('Florin'), identity('Florin')]);
  const again = await identity('Florin');
  expect(new Set([...all, again].map(({ fingerprint }) => fingerprint.toString('hex'))).size).toBe(1);
  const [certificate, ...others] = await stored();
  expect(others).toEqual([]);
  expect(certificate?.verify(certificate.publicKey)).toBe(true);
});

test('a new brand gets a new signing certificate, and the former certificate stays', async () => {
  const before = await stored();
  const { fingerprint } = await identity('Häuser, Bank + Söhne');
  expect((await identity('Häuser, Bank + Söhne')).fingerprint).toEqual(fingerprint);
  const after = await stored();
  expect(after.slice(0, before.length).map(({ raw }) => raw)).toEqual(before.map(({ raw }) => raw));
  expect(after).toHaveLength(before.length + 1);
});

test('a signing certificate that ends within a year is replaced', async () => {
  const old = await createSelfSigned('Soon', new Date(Date.now() - 9.5 * 365.25 * 86_400_000));
  await database.pool.query('insert into document_keys (id, certificate, sealed_private) values (50, $1, $2)', [
    old.certificate,
    Buffer.alloc(1),
  ]);
  await identity('Soon');
  const newest = (await stored()).at(-1);
  expect(newest?.subject).toBe('CN=Soon');
  expect(Date.parse(newest?.validTo ?? '')).toBeGreaterThan(Date.now() + 9 * 365 * 86_400_000);
  await database.ownerPool.query('delete from document_keys where id = 50');
});

test('the signing key works after a change of the master key', async () => {
  const before = await identity('Soon');
  const vault = openVault(database.pool, masterKey);
  const to = Buffer.alloc(32, 'two');
  await transact(database.ownerPool, (tx) =>
    reencryptDocumentKeys(tx, (purpose, sealed) => encrypt(to, vault.decryptOwn(purpose, sealed), purpose)),
  );
  await expect(identity('Soon')).rejects.toThrow(/key|decrypt|authenticate/);
  const after = await identity('Soon', to);
  expect(after.fingerprint).toEqual(before.fingerprint);
  expect(signatureOf(await signDigest(after, Buffer.alloc(32))).length).toBeGreaterThan(60);
});
