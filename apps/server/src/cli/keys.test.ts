import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, urlOf, type TestDatabase } from '../../test/test-database.ts';
import { openMailLinks, queueMail } from '../features/mail/index.ts';
import { storedMails } from '../features/mail/mail-store.ts';
import { openPushKeys } from '../features/notifications/index.ts';
import { changeMasterKey } from '../platform/change-master-key.ts';
import { ConflictingKey, MissingKey, openVault } from '../platform/vault.ts';
import { runCli } from './run-cli.ts';

const [from, to, third] = [1, 2, 3].map((fill) => Buffer.alloc(32, fill)) as [Buffer, Buffer, Buffer];

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const vaultWith = (key: Buffer, other?: Buffer) => openVault(database.pool, key, other);

async function rotate(keys: { to?: Buffer; from?: Buffer } = { to, from }): Promise<{ code: number; said: string }> {
  const said: string[] = [];
  const env = {
    DATABASE_URL: urlOf(database.address),
    FLORIN_MASTER_KEY: keys.to?.toString('base64'),
    FLORIN_OLD_MASTER_KEY: keys.from?.toString('base64'),
  };
  const print = (line: string) => said.push(line);
  const code = await runCli(['keys', 'rotate'], env, { print, note: print });
  return { code, said: said.join('\n') };
}

/** Encrypts a secret for a new person with these keys. */
async function seal(vault: ReturnType<typeof openVault>) {
  const person = randomUUID();
  return { person, box: await vault.encrypt(database.pool, person, 'secret', person) };
}
type Secret = Awaited<ReturnType<typeof seal>>;

const encryptMany = (vault: ReturnType<typeof openVault>, count: number) =>
  Promise.all(Array.from({ length: count }, () => seal(vault)));
const openAll = async (vault: ReturnType<typeof openVault>, secrets: Secret[]) =>
  (await Promise.all(secrets.map((secret) => open(vault, secret)))).every(Boolean);
const open = async (vault: ReturnType<typeof openVault>, { person, box }: Secret) =>
  (await vault.decrypt(database.pool, person, 'secret', box)).toString() === person;

describe('changing the master key', () => {
  // Rules: asvs-13.3
  test('a change of the master key re-encrypts everything, so that only the new key decrypts it', async () => {
    const before = vaultWith(from);
    const secrets = await encryptMany(before, 501); // more than a batch
    const pushKeys = await openPushKeys({ pool: database.pool, vault: before }).get();
    const links = await openMailLinks({ pool: database.pool, vault: before });
    await queueMail(database.pool, {
      to: 'a@florin.example',
      subject: 'Confirm',
      body: 'Open this:',
      link: 'https://x#key',
    });
    const waiting = await storedMails(database.pool, { to: undefined });
    expect(waiting.map((mail) => links.linkOf(mail))).toEqual(['https://x#key']);

    expect(await rotate()).toMatchObject({ code: 0, said: expect.stringContaining('\n501 keys') });

    const after = vaultWith(to);
    await after.assertSameKey();
    expect(await openAll(after, secrets)).toBe(true);
    expect(await openPushKeys({ pool: database.pool, vault: after }).get()).toEqual(pushKeys);
    const opened = await openMailLinks({ pool: database.pool, vault: after });
    expect(waiting.map((mail) => opened.linkOf(mail))).toEqual(['https://x#key']);
    await expect(before.assertSameKey()).rejects.toThrow(ConflictingKey);
    expect(await rotate(), 'a second run changes nothing').toMatchObject({
      code: 0,
      said: expect.stringContaining('\n0 keys'),
    });
  });

  test('a change of the master key works while servers that have both keys encrypt and decrypt', async () => {
    const [one, other] = [vaultWith(to, from), vaultWith(from, to)];
    await vaultWith(from).assertSameKey();
    const secrets = [await seal(one), await seal(other)];
    let going = true;
    const sealing = [one, other].map(async (vault) => {
      while (going) secrets.push(await seal(vault));
    });
    for (let i = 0; i < 20; i++) secrets.push(await seal(one));
    await rotate();
    going = false;
    await Promise.all(sealing);
    secrets.push(await seal(one), await seal(other));
    const after = vaultWith(to);
    for (const secret of secrets)
      expect([await open(one, secret), await open(other, secret), await open(after, secret)]).toEqual([
        true,
        true,
        true,
      ]);
  });

  test('an interrupted change of the master key requires both keys until the change is finished', async () => {
    const secrets = await encryptMany(vaultWith(from), 501);
    const cutOff = (keys: { to: Buffer; from: Buffer }) =>
      changeMasterKey(database.ownerPool, {
        ...keys,
        reencryptions: [],
        progress: () => {
          throw new Error('cut off');
        },
      });
    await expect(cutOff({ to, from })).rejects.toThrow('cut off');
    for (const key of [from, to]) await expect(vaultWith(key).assertSameKey()).rejects.toThrow(MissingKey);
    await expect(vaultWith(third).assertSameKey()).rejects.toThrow(ConflictingKey);
    for (const secret of [secrets[0], secrets[500]])
      expect(secret && (await open(vaultWith(to, from), secret))).toBe(true);

    expect(await rotate()).toMatchObject({ code: 0, said: expect.stringContaining('\n1 keys') });
    expect(await openAll(vaultWith(to), secrets)).toBe(true);
    await expect(cutOff({ to: from, from: to })).rejects.toThrow('cut off');
    expect(await rotate(), 'reversed halfway').toMatchObject({ said: expect.stringContaining('\n500 keys') });
    expect(await openAll(vaultWith(to), secrets)).toBe(true);
  });

  test('rejects master keys of another database, and changes nothing', async () => {
    const secret = await seal(vaultWith(from));
    expect(await rotate({ to })).toMatchObject({ code: 1, said: expect.stringContaining('FLORIN_OLD_MASTER_KEY') });
    expect(await rotate({ to, from: third })).toMatchObject({ code: 1, said: expect.stringContaining('another') });
    expect(await open(vaultWith(from), secret)).toBe(true);
    await vaultWith(from).assertSameKey();
  });

  test('does not restore the destroyed data key of a former member', async () => {
    const secret = await seal(vaultWith(from));
    await vaultWith(from).destroyKey(database.pool, secret.person);
    await rotate();
    await expect(open(vaultWith(to), secret)).rejects.toThrow('destroyed');
  });
});
