import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { Reencrypt } from '../../../platform/change-master-key.ts';
import type { Pool } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import type { Vault } from '../../../platform/vault.ts';
import { generateNoteKey, readVerifierKey, signatureTypes, verifierKey, type NoteKey } from '../log/signed-note.ts';

const purpose = 'witness key';

type Row = { verifier_key: string; sealed_private: Buffer };
type Dependencies = { readonly pool: Pool; readonly vault: Vault };

export type WitnessKey = { readonly text: string; readonly key: NoteKey; readonly privateKey: KeyObject };

/**
 * Returns the key with which this installation signs as a witness. Undefined if this installation has never been a
 * witness.
 */
export async function readWitnessKey({ pool, vault }: Dependencies): Promise<WitnessKey | undefined> {
  const { rows } = await pool.query<Row>('select verifier_key, sealed_private from witness_keys');
  const key = rows[0] && readVerifierKey(rows[0].verifier_key);
  if (!rows[0] || !key) return undefined;
  const der = vault.decryptOwn(purpose, rows[0].sealed_private);
  return {
    text: rows[0].verifier_key,
    key,
    privateKey: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
  };
}

/** Creates the key, unless there is one. */
export async function createWitnessKey(dependencies: Dependencies, name: string): Promise<WitnessKey> {
  await transact(dependencies.pool, async (tx) => {
    const { key, privateKey } = generateNoteKey(name, signatureTypes.witness);
    const sealed = await dependencies.vault.encryptOwn(
      tx,
      purpose,
      privateKey.export({ format: 'der', type: 'pkcs8' }),
    );
    await tx.query('insert into witness_keys (verifier_key, sealed_private) values ($1, $2) on conflict do nothing', [
      verifierKey(key),
      sealed,
    ]);
  });
  const created = await readWitnessKey(dependencies);
  if (!created) throw new Error('The witness key was stored but not found.');
  return created;
}

/** Encrypts the private key again after a change of the master key. */
export const reencryptWitnessKey: Reencrypt = async (tx, reencrypt) => {
  const { rows } = await tx.query<Row>('select sealed_private from witness_keys for update');
  for (const { sealed_private: sealed } of rows)
    await tx.query('update witness_keys set sealed_private = $1', [reencrypt(purpose, sealed)]);
};
