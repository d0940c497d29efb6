import { roleTitles, type BusinessPeople, type BusinessRole } from '@florin/contract';
import { uuidv7 } from 'uuidv7';
import type { Queryable } from '../../platform/database/pool.ts';
import { isUniqueViolation, transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { assertStillSignedIn, newToken, recordChange, tokenDigest } from '../identity/index.ts';
import { queueMail, shortSenderOf } from '../mail/index.ts';
import { recordBusinessAct } from './acts.ts';
import type { Actor, BusinessDependencies } from './business-store.ts';
import { revokeInvitationsBy } from './revoke-invitations.ts';

/** Returns the people of a business in the order of joining, and the open invitations. */
export async function listPeople(database: Queryable, { id, acts }: Actor): Promise<BusinessPeople> {
  const people = await database.query<{ id: string; name: string; email: string; role: BusinessRole; since: Date }>(
    `select u.id, u.name, u.email, p.role, p.since from business_people p join people u on u.id = p.person_id
     where p.business_id = $1 order by p.since, u.name`,
    [id],
  );
  const invitations = await database.query<{
    id: string;
    email: string;
    role: BusinessRole;
    invited_at: Date;
    expires_at: Date;
  }>(
    `select id, email, role, invited_at, expires_at from business_invitations
     where business_id = $1 and ended is null and expires_at > now() order by invited_at`,
    [id],
  );
  return {
    people: people.rows.map(({ since, ...person }) => ({
      ...person,
      since: since.toISOString(),
      you: person.id === acts.person.id,
    })),
    invitations: invitations.rows.map((row) => ({
      ...row,
      invited_at: row.invited_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
    })),
  };
}

/** Only an owner may appoint, demote or remove an owner. */
function assertMayGive({ acts }: Actor, roles: readonly BusinessRole[]): void {
  if (acts.role !== 'owner' && roles.includes('owner'))
    throw new Refusal('role_not_allowed', 'Only an owner can do this.');
}

/**
 * Invites a person by mail and replaces an open invitation to the address. Refusals: `role_not_allowed`,
 * `already_in_business`.
 */
export async function invitePerson(
  { pool, publicUrl }: BusinessDependencies,
  actor: Actor,
  { email, role }: { readonly email: string; readonly role: BusinessRole },
): Promise<BusinessPeople> {
  assertMayGive(actor, [role]);
  const token = newToken();
  await transact(pool, async (tx) => {
    await assertStillSignedIn(tx, actor); // an invitation would outlive a password reset
    await lockBusiness(tx, actor.id);
    await assertStillActs(tx, actor);
    const { rowCount } = await tx.query(
      `select from business_people p join people u on u.id = p.person_id where p.business_id = $1 and u.email = $2`,
      [actor.id, email],
    );
    if (rowCount) throw new Refusal('already_in_business', 'This person already belongs to the business.');
    await tx.query(
      `update business_invitations set ended = 'revoked', ended_at = now()
       where business_id = $1 and email = $2 and ended is null`,
      [actor.id, email],
    );
    await tx.query(
      `insert into business_invitations (id, business_id, email, role, token_hash, invited_by)
       values ($1, $2, $3, $4, decode($5, 'hex'), $6)`,
      [uuidv7(), actor.id, email, role, tokenDigest(token), actor.acts.person.id],
    );
    await recordBusinessAct(tx, {
      businessId: actor.id,
      personId: actor.acts.person.id,
      did: `Invited a person as ${roleTitles[role].toLowerCase()}`,
      about: email,
    });
    await recordChange(tx, [actor.id], 'account');
    await queueMail(tx, {
      to: email,
      subject: `${shortSenderOf(actor)} invites you to its {{brand}} account`,
      body: [
        `${shortSenderOf(actor.acts.person)} invites you to act for ${shortSenderOf(actor)} on {{brand}}, as ${roleTitles[role].toLowerCase()}.`,
        'You need an account of your own with this address. If you do not know this business, ignore this email.',
        'Open this link within seven days:',
      ].join('\n\n'),
      link: `${publicUrl}/join-business#${token}`,
      button: 'See the invitation',
    });
  });
  return listPeople(pool, actor);
}

/** Revokes an open invitation. Refusals: `not_found`; `role_not_allowed` for an invitation of an owner. */
export async function revokeInvitation({ pool }: BusinessDependencies, actor: Actor, id: string): Promise<void> {
  await transact(pool, async (tx) => {
    await assertStillActs(tx, actor);
    const { rows } = await tx.query<{ email: string; role: BusinessRole }>(
      `update business_invitations set ended = 'revoked', ended_at = now()
       where id::text = $1 and business_id = $2 and ended is null returning email, role`,
      [id, actor.id],
    );
    const [invitation] = rows;
    if (!invitation) throw new Refusal('not_found', 'This invitation is no longer open.');
    assertMayGive(actor, [invitation.role]);
    await recordBusinessAct(tx, {
      businessId: actor.id,
      personId: actor.acts.person.id,
      did: 'Revoked an invitation',
      about: invitation.email,
    });
    await recordChange(tx, [actor.id], 'account');
  });
}

/** Changes a role. Refusals: `role_not_allowed`, `user_not_found`, `last_owner`. */
export async function changeRole(
  { pool }: BusinessDependencies,
  actor: Actor,
  { id, role }: { readonly id: string; readonly role: BusinessRole },
): Promise<BusinessPeople> {
  await transact(pool, async (tx) => {
    await lockBusiness(tx, actor.id);
    await assertStillActs(tx, actor);
    const person = await personIn(tx, actor, id);
    assertMayGive(actor, [role, person.role]);
    if (person.role === 'owner' && role !== 'owner') await assertAnotherOwner(tx, actor.id, id);
    await tx.query('update business_people set role = $3 where business_id = $1 and person_id = $2', [
      actor.id,
      id,
      role,
    ]);
    await revokeInvitationsBy(tx, { businessId: actor.id, personId: id, role, by: actor.acts.person.id });
    await recordBusinessAct(tx, {
      businessId: actor.id,
      personId: actor.acts.person.id,
      did: `Changed a role from ${person.role} to ${role}`,
      about: person.email,
    });
    await recordChange(tx, [actor.id, id], 'account');
  });
  return listPeople(pool, actor);
}

/**
 * Removes a person at once, on every node. All people except the last owner may leave. Refusals: `role_not_allowed`,
 * `user_not_found`, `last_owner`.
 */
export async function removePerson({ pool }: BusinessDependencies, actor: Actor, id: string): Promise<void> {
  await transact(pool, async (tx) => {
    await lockBusiness(tx, actor.id);
    const leaves = id === actor.acts.person.id;
    if (!leaves) {
      if (!['owner', 'admin'].includes(actor.acts.role))
        throw new Refusal('role_not_allowed', 'Only owners and admins can remove other people.');
      await assertStillActs(tx, actor);
    }
    const person = await personIn(tx, actor, id);
    if (!leaves) assertMayGive(actor, [person.role]);
    if (person.role === 'owner') await assertAnotherOwner(tx, actor.id, id);
    await tx.query('delete from business_people where business_id = $1 and person_id = $2', [actor.id, id]);
    await revokeInvitationsBy(tx, { businessId: actor.id, personId: id, by: actor.acts.person.id });
    await recordBusinessAct(tx, {
      businessId: actor.id,
      personId: actor.acts.person.id,
      did: leaves ? 'Left the business' : 'Removed a person',
      about: person.email,
    });
    await recordChange(tx, [actor.id, id], 'account');
    if (!leaves)
      await queueMail(tx, {
        to: person.email,
        subject: `You no longer act for ${shortSenderOf(actor)}`,
        body: `You were removed from the account of ${shortSenderOf(actor)} on {{brand}}. Your own account stays as it is.`,
      });
  });
}

/** Serializes the changes of a business's people. */
export async function lockBusiness(tx: Queryable, id: string): Promise<void> {
  await tx.query('select from businesses where id = $1 for update', [id]);
}

/** The caller's role may have changed since the call began. The check locks the role until the transaction ends. */
export async function assertStillActs(tx: Queryable, { id, acts }: Pick<Actor, 'id' | 'acts'>): Promise<void> {
  const { rowCount } = await tx.query(
    'select from business_people where business_id = $1 and person_id = $2 and role = $3 for share',
    [id, acts.person.id, acts.role],
  );
  if (!rowCount) throw new Refusal('role_not_allowed', 'Your role in this business has changed. Reload the page.');
}

async function personIn(tx: Queryable, { id }: Actor, personId: string) {
  const { rows } = await tx.query<{ role: BusinessRole; email: string }>(
    `select p.role, u.email from business_people p join people u on u.id = p.person_id
     where p.business_id = $1 and p.person_id::text = $2`,
    [id, personId],
  );
  if (!rows[0]) throw new Refusal('user_not_found', 'This person does not belong to the business.');
  return rows[0];
}

async function assertAnotherOwner(tx: Queryable, businessId: string, personId: string): Promise<void> {
  const { rowCount } = await tx.query(
    `select from business_people p join people u on u.id = p.person_id
     where p.business_id = $1 and p.role = 'owner' and p.person_id <> $2 and u.disabled_at is null`,
    [businessId, personId],
  );
  if (!rowCount) throw new Refusal('last_owner', 'A business needs an owner. Make another person the owner first.');
}

/** Adds a person in the caller's transaction. Refusals: `already_in_business`. */
export async function addPerson(
  tx: Queryable,
  { businessId, personId, role }: { businessId: string; personId: string; role: BusinessRole },
): Promise<void> {
  try {
    await tx.query('insert into business_people (business_id, person_id, role) values ($1, $2, $3)', [
      businessId,
      personId,
      role,
    ]);
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('already_in_business', 'You already belong to this business.');
    throw error;
  }
}
