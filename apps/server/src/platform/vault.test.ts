import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { ConflictingKey, openVault, type Vault } from './vault.ts';

let database: TestDatabase;
let vault: Vault;
beforeAll(async () => {
  database = await createTestDatabase();
  vault = openVault(database.pool, Buffer.alloc(32, 1));
});
afterAll(() => database.close());

const encrypted = (person: string, text = 'Rua do Norte 41') => vault.encrypt(database.pool, person, 'address', text);

/** Node's error for a wrong key, a wrong purpose or changed data. */
const unreadable = /unable to authenticate/;

describe('the vault', () => {
  test('decrypts data for its person and purpose, and encrypts the same text differently each time', async () => {
    const person = randomUUID();
    const [one, other] = [await encrypted(person), await encrypted(person)];
    expect(one.equals(other)).toBe(false);
    expect(one.toString('latin1')).not.toContain('Norte');
    for (const each of [one, other])
      expect((await vault.decrypt(database.pool, person, 'address', each)).toString()).toBe('Rua do Norte 41');
  });

  // Rules: security-34
  test('rejects data of another person, of another purpose, or with a changed bit', async () => {
    const [ines, lea] = [randomUUID(), randomUUID()];
    const [box] = [await encrypted(ines), await encrypted(lea)];
    await expect(vault.decrypt(database.pool, lea, 'address', box)).rejects.toThrow(unreadable);
    await expect(vault.decrypt(database.pool, ines, 'name', box)).rejects.toThrow(unreadable);
    const changed = Buffer.from(box);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    await expect(vault.decrypt(database.pool, ines, 'address', changed)).rejects.toThrow(unreadable);
  });

  test('decrypts data from concurrent first encryptions for one person', async () => {
    const person = randomUUID();
    const boxes = await Promise.all(Array.from({ length: 8 }, (_, i) => encrypted(person, `street ${i}`)));
    const texts = await Promise.all(boxes.map((box) => vault.decrypt(database.pool, person, 'address', box)));
    expect(texts.map(String)).toEqual(boxes.map((_, i) => `street ${i}`));
  });

  test('data cannot be decrypted after the data key of the person was destroyed', async () => {
    const person = randomUUID();
    const box = await encrypted(person);
    await vault.destroyKey(database.pool, person);
    await expect(vault.decrypt(database.pool, person, 'address', box)).rejects.toThrow('destroyed');
    await encrypted(person);
    await expect(vault.decrypt(database.pool, person, 'address', box)).rejects.toThrow(unreadable);
  });
});

describe('the master key', () => {
  test('stores data keys only encrypted under the master key', async () => {
    await encrypted(randomUUID());
    const { rows } = await database.ownerPool.query<{ wrapped: Buffer }>('select wrapped from data_keys');
    for (const { wrapped } of rows) expect(wrapped).toHaveLength(12 + 16 + 32);
  });

  test('rejects a master key that differs from the key of the database', async () => {
    await vault.assertSameKey();
    await vault.assertSameKey();
    await expect(openVault(database.pool, Buffer.alloc(32, 2)).assertSameKey()).rejects.toThrow(ConflictingKey);
    expect(() => openVault(database.pool, Buffer.alloc(16))).toThrow(RangeError);
  });
});
