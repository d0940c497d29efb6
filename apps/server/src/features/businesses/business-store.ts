import type { Business, BusinessDetails, BusinessRole, OwnBusiness } from '@florin/contract';
import { businessDetails } from '@florin/contract';
import * as z from 'zod/mini';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Vault } from '../../platform/vault.ts';
import type { SignedIn } from '../identity/index.ts';

export type BusinessDependencies = { readonly pool: Pool; readonly vault: Vault; readonly publicUrl: string };

/** A person who acts for a business. */
export type Actor = SignedIn & { readonly acts: NonNullable<SignedIn['acts']> };

/**
 * Returns the caller as a person who acts for a business. Refusals: `business_not_found` for the person's own account.
 */
export function actorOf(member: SignedIn): Actor {
  const { acts } = member;
  if (!acts) throw new Refusal('business_not_found', 'Choose a business first.');
  return { ...member, acts };
}

const purpose = 'business details';

export const encryptDetails = (vault: Vault, tx: Queryable, id: string, details: BusinessDetails): Promise<Buffer> =>
  vault.encrypt(tx, id, purpose, JSON.stringify(details));

export async function decryptDetails(
  vault: Vault,
  database: Queryable,
  id: string,
  encrypted: Buffer,
): Promise<BusinessDetails> {
  return z.parse(businessDetails, JSON.parse((await vault.decrypt(database, id, purpose, encrypted)).toString()));
}

export type BusinessRow = {
  readonly state: Business['state'];
  readonly details: Buffer;
  readonly submitted_at: Date | null;
  readonly decided_at: Date | null;
  readonly reason: string | null;
};

/** Returns the row of a business, locked if asked. */
export async function readBusiness(database: Queryable, id: string, { locked = false } = {}): Promise<BusinessRow> {
  const { rows } = await database.query<BusinessRow>(
    `select state, details, submitted_at, decided_at, reason from businesses where id = $1 ${locked ? 'for update' : ''}`,
    [id],
  );
  if (!rows[0]) throw new Error('the business does not exist');
  return rows[0];
}

/** Returns the businesses that a person acts for, by name. */
export async function businessesOf(database: Queryable, personId: string): Promise<Business[]> {
  const { rows } = await database.query<Omit<Business, 'role'> & { role: BusinessRole }>(
    `select b.id, b.handle, u.name, u.email, u.email_confirmed_at is not null as email_confirmed, b.state, p.role
     from business_people p join businesses b on b.id = p.business_id join people u on u.id = b.id
     where p.person_id = $1 and u.disabled_at is null order by u.name, b.handle`,
    [personId],
  );
  return rows;
}

export const businessView = ({ id, name, email, emailConfirmed, acts }: Actor, state: Business['state']): Business => ({
  id,
  handle: acts.handle,
  name,
  email,
  email_confirmed: emailConfirmed,
  state,
  role: acts.role,
});

/** Rejects changes while an operator reviews the business, and after the decision. Refusals: `verification_closed`. */
export function assertOpen({ state }: Pick<BusinessRow, 'state'>): void {
  const sentence = closedSentences[state];
  if (sentence !== undefined) throw new Refusal('verification_closed', sentence);
}

const closedSentences: Partial<Record<OwnBusiness['state'], string>> = {
  pending: 'We are checking this business. You can change it again after the decision.',
  verified: 'This business is verified. Ask support to change its details.',
  denied: 'We could not verify this business. Ask support what you can do.',
};
