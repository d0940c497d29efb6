import * as z from 'zod/mini';
import type { Pool } from '../../../platform/database/pool.ts';
import type { Vault } from '../../../platform/vault.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readVerifierKey } from '../log/signed-note.ts';
import { createWitnessKey } from './witness-key.ts';

const patienceMs = 10_000;

const shownBooks = z.object({ origin: z.string(), key: z.string() });

type Dependencies = { readonly pool: Pool; readonly vault: Vault; readonly publicUrl: string };

/**
 * Begins to witness the log of another Florin: trusts the key that the log shows now, and creates this installation's
 * witness key at the first use. A log that was added before keeps its key and its last checkpoint, unless its key was
 * rotated.
 */
export async function witnessLog(
  { pool, vault, publicUrl }: Dependencies,
  url: URL,
): Promise<{ readonly witnessKey: string; readonly logKey: string }> {
  const { origin, key } = await readBooks(url);
  if (readVerifierKey(key)?.name !== origin) throw new Refusal('not_found', 'This address does not show a log.');
  await pool.query(
    `insert into witnessed_logs (origin, verifier_key) values ($1, $2)
     on conflict (origin) do update set verifier_key = excluded.verifier_key`,
    [origin, key],
  );
  const { text } = await createWitnessKey({ pool, vault }, `${new URL(publicUrl).host}/witness`);
  return { witnessKey: text, logKey: key };
}

async function readBooks(url: URL) {
  const response = await fetch(`${url.origin}/api/books`, { signal: AbortSignal.timeout(patienceMs) });
  if (!response.ok) throw new Refusal('not_found', `${url.origin} answered ${response.status}: it shows no books.`);
  return z.parse(shownBooks, await response.json());
}
