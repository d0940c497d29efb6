import type { BodyOf, Business, Endpoints } from '@florin/contract';
import { isUniqueViolation } from '../../platform/database/transact.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import { countUse, type UseLimit } from '../../platform/use-counts.ts';
import { assertNotTheHouse, openBusinessAccount, type HouseName, type SignedIn } from '../identity/index.ts';
import { recordBusinessAct } from './acts.ts';
import { encryptDetails, type BusinessDependencies } from './business-store.ts';

type Dependencies = BusinessDependencies &
  Parameters<typeof openBusinessAccount>[0] &
  HouseName & { readonly rateLimits: boolean };

const openedPerDay: UseLimit = {
  use: 'open-business',
  max: 5,
  seconds: 24 * 3_600,
  sentence: 'You opened 5 businesses today. Try again tomorrow.',
};

/**
 * Opens a business account whose owner is the caller. Refusals: `verification_required` for a person who is not
 * verified; `handle_taken`; `email_taken`; `invalid_request` for a name that pretends to be the institution;
 * `too_many_requests`.
 */
export async function openBusiness(
  dependencies: Dependencies,
  person: SignedIn,
  { name, handle, email, details }: BodyOf<Endpoints['openBusiness']>,
): Promise<Business> {
  if (person.kycLevel < 2)
    throw new Refusal('verification_required', 'Verify your own identity first. Then you can open a business.');
  assertNotTheHouse(dependencies, name);
  if (dependencies.rateLimits) await countUse(dependencies.pool, person.id, openedPerDay);
  const id = await openBusinessAccount(dependencies, { name, email }, async (tx, businessId) => {
    await insertBusiness(tx, {
      businessId,
      handle,
      personId: person.id,
      details: await encryptDetails(dependencies.vault, tx, businessId, details),
    });
    await recordBusinessAct(tx, { businessId, personId: person.id, did: 'Opened the business' });
  });
  const confirmed = !dependencies.emailConfirmation;
  return { id, handle, name, email, email_confirmed: confirmed, state: 'draft', role: 'owner' };
}

type NewBusiness = { businessId: string; handle: string; personId: string; details: Buffer };

async function insertBusiness(tx: Queryable, { businessId, handle, personId, details }: NewBusiness): Promise<void> {
  try {
    await tx.query('insert into businesses (id, handle, details, opened_by) values ($1, $2, $3, $4)', [
      businessId,
      handle,
      details,
      personId,
    ]);
  } catch (error) {
    throw isUniqueViolation(error) ? handleTaken() : error;
  }
  await tx.query(`insert into business_people (business_id, person_id, role) values ($1, $2, 'owner')`, [
    businessId,
    personId,
  ]);
}

function handleTaken(): Refusal {
  const sentence = 'This short name is taken. Choose another one.';
  return new Refusal('handle_taken', sentence, { fields: { handle: sentence } });
}
