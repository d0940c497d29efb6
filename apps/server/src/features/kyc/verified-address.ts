import type { Queryable } from '../../platform/database/pool.ts';
import type { Vault } from '../../platform/vault.ts';
import { readCase } from './case-store.ts';

export type VerifiedAddress = {
  readonly street: string | null;
  readonly postalCode: string | null;
  readonly town: string;
  /** ISO 3166, such as `PT`. */
  readonly country: string;
};

/** Returns the postal address of a member whose identity is verified. */
export async function verifiedAddress(
  { pool, vault }: { readonly pool: Queryable; readonly vault: Vault },
  userId: string,
): Promise<VerifiedAddress | undefined> {
  const { level, verifiedForm } = await readCase(vault, pool, userId);
  const { street_address: street, postal_code: postalCode, city, country } = verifiedForm;
  if (level !== 2 || !city || !country) return undefined;
  return { street: street ?? null, postalCode: postalCode ?? null, town: city, country };
}
