import type { Pool } from '../../platform/database/pool.ts';
import type { Vault } from '../../platform/vault.ts';
import { readCase } from './case-store.ts';

/** Returns the birth date that an identity document shows, as `YYYY-MM-DD`. Undefined for members without verification. */
export async function verifiedBirthDate(
  { pool, vault }: { readonly pool: Pool; readonly vault: Vault },
  userId: string,
): Promise<string | undefined> {
  const { level, verifiedForm: form } = await readCase(vault, pool, userId);
  return level === 2 ? form.date_of_birth : undefined;
}
