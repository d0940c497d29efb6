import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import type { Reencrypt } from '../../../platform/change-master-key.ts';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import type { Vault } from '../../../platform/vault.ts';
import { headOf, type HeadRow } from './log-store.ts';
import {
  readVerifierKey,
  generateNoteKey,
  signatureTypes,
  signNote,
  verifierKey,
  type NoteKey,
} from './signed-note.ts';

const purpose = 'log key';

type Row = { verifier_key: string; sealed_private: Buffer | null };

type KeyRow = Row & { note: string | null; place: bigint };

export type LogKeys = ReturnType<typeof openLogKeys>;

type Dependencies = { readonly pool: Pool; readonly vault: Vault; readonly origin: string };

/**
 * Opens the Ed25519 keys that sign the log. The first key is created at the first start, with the log's origin as its
 * name. The last key signs.
 */
export function openLogKeys({ pool, vault, origin }: Dependencies) {
  let cached: { readonly text: string; readonly key: NoteKey; readonly privateKey: KeyObject } | undefined;
  const open = (row: Row | undefined) => {
    if (!row?.sealed_private) return undefined;
    if (row.verifier_key === cached?.text) return cached;
    const key = readVerifierKey(row.verifier_key);
    if (!key) throw new Error('the key of the log cannot be read');
    const der = vault.decryptOwn(purpose, row.sealed_private);
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    return (cached = { text: row.verifier_key, key, privateKey });
  };
  const newest = async (database: Queryable) => {
    const { rows } = await database.query<Row>(
      'select verifier_key, sealed_private from log_keys order by id desc limit 1',
    );
    return open(rows[0]);
  };
  const generate = async (tx: Queryable, name: string) => {
    const { key, privateKey } = generateNoteKey(name, signatureTypes.log);
    const sealed = await vault.encryptOwn(tx, purpose, privateKey.export({ format: 'der', type: 'pkcs8' }));
    return { text: verifierKey(key), sealed };
  };
  const existing = <Key>(key: Key | undefined): Key => {
    if (key === undefined) throw new Error('the log has no key');
    return key;
  };
  const current = async (database: Queryable) => existing(await newest(database));
  return {
    /** Creates the first key, unless a key exists. Only one node creates it. */
    ready: (): Promise<void> =>
      transact(pool, async (tx) => {
        await tx.query('select from log_heads for update');
        if (await newest(tx)) return;
        const { text, sealed } = await generate(tx, origin);
        await tx.query('insert into log_keys (id, verifier_key, sealed_private) values (1, $1, $2)', [text, sealed]);
      }),
    /** The name of the log in its checkpoints and keys. */
    originOf: async (database: Queryable): Promise<string> => (await current(database)).key.name,
    /** Signs a text with the current key. */
    sign: async (database: Queryable, text: string): Promise<string> => {
      const { key, privateKey } = await current(database);
      return signNote(text, key, privateKey);
    },
    /**
     * Returns the current key, for texts other than notes. A note ends with a line break, so no other text may end with
     * one.
     */
    signer: async (database: Queryable): Promise<{ publicKey: Buffer; sign: (text: string) => Buffer }> => {
      const { key, privateKey } = await current(database);
      return { publicKey: key.publicKey, sign: (text) => sign(null, Buffer.from(text), privateKey) };
    },
    /** All keys as verifier keys, oldest first. */
    list: async (database: Queryable): Promise<string[]> => {
      const { rows } = await database.query<Row>('select verifier_key, sealed_private from log_keys order by id');
      return rows.map((row) => row.verifier_key);
    },
    /**
     * Reads the head, the keys, and the notes in which each key names the next key. All are of one moment, because a
     * change of the key also changes the head.
     */
    withHead: async (database: Queryable) => {
      const { rows } = await database.query<HeadRow & KeyRow>({
        name: 'log-head-and-keys',
        text: `select size, root, checkpoint, made_at, verifier_key, sealed_private, note, place
               from log_heads, log_keys order by id`,
      });
      const { key, privateKey } = existing(open(rows.at(-1)));
      return {
        head: headOf(rows),
        key,
        keys: rows.map((row) => row.verifier_key),
        notes: rows.flatMap(({ note, place }) => (note === null ? [] : [{ note, place: Number(place) }])),
        sign: (text: string): string => signNote(text, key, privateKey),
      };
    },
    /**
     * Adds a key that signs from now on. The previous key names the new key in a last note, and is then destroyed. The
     * caller is the owner of the database and has locked the head of the log. The note must be appended at `place`.
     *
     * @param name the log's new origin
     */
    replace: async (tx: Queryable, name: string, place: number): Promise<string> => {
      const old = await current(tx);
      const { text, sealed } = await generate(tx, name);
      const note = signNote(`${old.key.name}/key\n${place}\n${text}\n`, old.key, old.privateKey);
      await tx.query('update log_keys set sealed_private = null');
      await tx.query(
        `insert into log_keys (id, verifier_key, sealed_private, note, place)
         select max(id) + 1, $1, $2, $3, $4 from log_keys`,
        [text, sealed, note, place],
      );
      return note;
    },
  };
}

/** Encrypts the private key again after a change of the master key. */
export const reencryptLogKeys: Reencrypt = async (tx, reencrypt) => {
  const { rows } = await tx.query<Row>('select verifier_key, sealed_private from log_keys for update');
  for (const { verifier_key: key, sealed_private: sealed } of rows)
    if (sealed)
      await tx.query('update log_keys set sealed_private = $2 where verifier_key = $1', [
        key,
        reencrypt(purpose, sealed),
      ]);
};
