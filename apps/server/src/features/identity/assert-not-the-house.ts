import { problemOfName } from '@florin/contract';
import { Refusal } from '../../platform/refusal.ts';
import type { Letterhead } from '../mail/index.ts';

export type HouseName = { readonly letterhead: Pick<Letterhead, 'brand'> };

/**
 * Rejects a name that pretends to be the institution. The contract rejects Florin's own words, because it does not know
 * the configured brand. Errors: `invalid_request`.
 */
export function assertNotTheHouse({ letterhead }: HouseName, name: string): void {
  const problem = problemOfName(name, letterhead.brand);
  if (problem !== undefined) throw new Refusal('invalid_request', problem, { fields: { name: problem } });
}
