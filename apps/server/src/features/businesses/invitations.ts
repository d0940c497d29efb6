import type { Business, BusinessInvitationView, BusinessRole } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordChange, tokenDigest, type SignedIn } from '../identity/index.ts';
import { recordBusinessAct } from './acts.ts';
import { businessesOf, type BusinessDependencies } from './business-store.ts';
import { addPerson, lockBusiness } from './people.ts';

type Row = {
  id: string;
  business_id: string;
  business: string;
  invited_by: string;
  email: string;
  role: BusinessRole;
};

/** Returns the offer of an invitation. Refusals: `invitation_invalid`, also for an invitation to another address. */
export async function lookUpInvitation(
  { pool }: BusinessDependencies,
  person: SignedIn,
  token: string,
): Promise<BusinessInvitationView> {
  const { business, invited_by, email, role } = await openInvitation(pool, person, token);
  return { business, invited_by, email, role };
}

/** Joins the business, once. Refusals: `invitation_invalid`, `already_in_business`. */
export async function acceptInvitation(
  { pool }: BusinessDependencies,
  person: SignedIn,
  token: string,
): Promise<Business> {
  const businessId = await transact(pool, async (tx) => {
    const invitation = await endInvitation(tx, person, token, 'accepted');
    await addPerson(tx, { businessId: invitation.business_id, personId: person.id, role: invitation.role });
    await recordBusinessAct(tx, {
      businessId: invitation.business_id,
      personId: person.id,
      did: `Joined as ${invitation.role}`,
    });
    await recordChange(tx, [invitation.business_id, person.id], 'account');
    return invitation.business_id;
  });
  const joined = (await businessesOf(pool, person.id)).find(({ id }) => id === businessId);
  if (!joined) throw new Refusal('invitation_invalid', 'This business is closed.');
  return joined;
}

/** Declines an invitation. Refusals: `invitation_invalid`. */
export async function declineInvitation(
  { pool }: BusinessDependencies,
  person: SignedIn,
  token: string,
): Promise<void> {
  await transact(pool, async (tx) => {
    const { business_id: businessId, email } = await endInvitation(tx, person, token, 'declined');
    await recordBusinessAct(tx, { businessId, personId: null, did: 'An invitation was declined', about: email });
    await recordChange(tx, [businessId], 'account');
  });
}

/** Locks the business first, like every change of its people. */
async function endInvitation(tx: Queryable, person: SignedIn, token: string, ended: 'accepted' | 'declined') {
  const seen = await openInvitation(tx, person, token);
  await lockBusiness(tx, seen.business_id);
  const { rowCount } = await tx.query(
    'update business_invitations set ended = $2, ended_at = now() where id = $1 and ended is null',
    [seen.id, ended],
  );
  if (!rowCount) throw invalid();
  return seen;
}

async function openInvitation(database: Queryable, person: SignedIn, token: string): Promise<Row> {
  const { rows } = await database.query<Row>(
    `select i.id, i.business_id, b.name as business, p.name as invited_by, i.email, i.role
     from business_invitations i join people b on b.id = i.business_id join people p on p.id = i.invited_by
     where i.token_hash = decode($1, 'hex') and i.ended is null and i.expires_at > now() and b.disabled_at is null
       and p.disabled_at is null
       and i.email in (select email from addresses where user_id = $2)`,
    [tokenDigest(token), person.id],
  );
  if (!rows[0]) throw invalid();
  return rows[0];
}

const invalid = () =>
  new Refusal(
    'invitation_invalid',
    'This invitation is no longer valid, or belongs to another address. Ask for a new one.',
  );
