import { accountUrl, type AccountPage } from '../../platform/account-page.ts';
import type { Reencrypt } from '../../platform/change-master-key.ts';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { decryptLetter, encryptFor, newLetterKeys, type LetterKeys } from '../../platform/encrypted-letter.ts';
import type { Vault } from '../../platform/vault.ts';

const purpose = 'mail key';
const about = (id: string) => `link of mail ${id}`;

type Row = { public_key: Buffer; sealed_private: Buffer };
type Dependencies = { readonly pool: Pool; readonly vault: Vault };

/** Returns the columns that store a mail's link. A link with a secret is encrypted. Florin puts secrets after a #. */
export async function linkColumns(
  database: Queryable,
  id: string,
  to: string | AccountPage | undefined,
): Promise<{ link: string | undefined; encryptedLink: Buffer | undefined }> {
  const link = typeof to === 'object' ? await accountUrl(database, to) : to;
  if (!link?.includes('#')) return { link, encryptedLink: undefined };
  return { link: undefined, encryptedLink: await encryptForDelivery(database, about(id), link) };
}

/**
 * Encrypts a text that waits for delivery. Only a server with the master key can decrypt the text
 * (`MailLinks.decrypt`).
 */
export async function encryptForDelivery(database: Queryable, what: string, text: string): Promise<Buffer> {
  const { rows } = await database.query<Pick<Row, 'public_key'>>('select public_key from mail_keys');
  if (!rows[0]) throw new Error('no encryption key for mail links; start the server once to create it');
  return encryptFor(rows[0].public_key, text, what);
}

type Stored = { readonly id: string; readonly link: string | null; readonly sealed_link: Buffer | null };

export type MailLinks = Awaited<ReturnType<typeof openMailLinks>>;

/**
 * Creates the installation's key pair at the first start and returns functions that decrypt with it. Encrypts links
 * that an earlier version queued unencrypted.
 */
export async function openMailLinks({ pool, vault }: Dependencies) {
  const keys = (await readKeys(pool, vault)) ?? (await createKeys(pool, vault));
  await encryptWaitingLinks(pool, keys);
  return {
    /** @returns the mail's decrypted link; null if the mail has none */
    linkOf: ({ id, link, sealed_link: encrypted }: Stored): string | null =>
      encrypted === null ? link : decryptLetter(keys, encrypted, about(id)),
    /** Decrypts a text that `encryptForDelivery` encrypted. */
    decrypt: (what: string, encrypted: Buffer): string => decryptLetter(keys, encrypted, what),
  };
}

async function readKeys(database: Queryable, vault: Vault): Promise<LetterKeys | undefined> {
  const { rows } = await database.query<Row>('select public_key, sealed_private from mail_keys');
  return rows[0] && { publicKey: rows[0].public_key, privateKey: vault.decryptOwn(purpose, rows[0].sealed_private) };
}

/** Creates and returns the keys. If two nodes start at the same moment, the keys of the first node are used. */
async function createKeys(pool: Pool, vault: Vault): Promise<LetterKeys> {
  const { publicKey, privateKey } = newLetterKeys();
  await transact(pool, async (tx) => {
    const encrypted = await vault.encryptOwn(tx, purpose, privateKey);
    const insert = 'insert into mail_keys (public_key, sealed_private) values ($1, $2) on conflict do nothing';
    await tx.query(insert, [publicKey, encrypted]);
  });
  const stored = await readKeys(pool, vault);
  if (!stored) throw new Error('the stored mail keys do not exist');
  return stored;
}

/** Encrypts links that an earlier version queued unencrypted and has not sent yet. */
async function encryptWaitingLinks(pool: Pool, { publicKey }: LetterKeys): Promise<void> {
  const { rows } = await pool.query<{ id: string; link: string }>(
    `select id, link from mails where sent_at is null and given_up_at is null and position('#' in link) > 0`,
  );
  for (const { id, link } of rows)
    await pool.query('update mails set link = null, sealed_link = $2 where id = $1 and sent_at is null', [
      id,
      encryptFor(publicKey, link, about(id)),
    ]);
}

/** Re-encrypts the private key when the master key changes. */
export const reencryptMailKeys: Reencrypt = async (tx, reencrypt) => {
  const { rows } = await tx.query<Row>('select public_key, sealed_private from mail_keys for update');
  for (const { public_key, sealed_private } of rows)
    await tx.query('update mail_keys set sealed_private = $2 where public_key = $1', [
      public_key,
      reencrypt(purpose, sealed_private),
    ]);
};
