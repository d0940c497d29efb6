import type { Ledger } from '../../ledger/index.ts';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordChange } from './record-change.ts';
import { queueMail } from '../mail/index.ts';
import type { Traces } from '../traces/index.ts';
import type { Member } from './member.ts';

export type GiveUpDependencies = {
  readonly pool: Pool;
  readonly traces: Traces;
  /** Assigns requests for the address to the member, in the transaction that gives up the address. */
  readonly keepRequests: (tx: Queryable, given: { readonly memberId: string; readonly email: string }) => Promise<void>;
};

/** A former address of a member, and the time when another address replaced it. */
export type FormerAddress = { readonly email: string; readonly since: Date };

type MovedAddress = { readonly memberId: string; readonly from: string; readonly to: string };
type Saving = { readonly ledger: Pick<Ledger, 'booksWithin'> };

/** Selects the recipients and the payers of the member $1. The other side of a payment may be in another ledger. */
const paidOrPayers = `
  select side.id
  from member_books.accounts own
  join member_books.postings line on line.account_id = own.id
  join member_books.entries e on e.id = line.entry_id and e.metadata ->> 'recipient' is not null
  cross join lateral (
    values (coalesce((e.metadata ->> 'sender')::uuid, e.actor)), ((e.metadata ->> 'recipient')::uuid)
  ) side (id)
  where own.owner = $1 and own.kind = 'wallet' and side.id <> $1`;

/**
 * Keeps the old address for the member, in the transaction that changes the address. Records that all people who dealt
 * with the member know the old address. These people see no newer address until they pay to a newer one.
 */
export async function saveFormerAddress(
  { ledger }: Saving,
  tx: Queryable,
  { memberId, from, to }: MovedAddress,
): Promise<void> {
  const books = await ledger.booksWithin(tx, memberId);
  const isApart = books !== tx;
  await tx.query('delete from former_addresses where email = $1', [to]); // the member changes back to this address
  await tx.query('insert into former_addresses (email, user_id) values ($1, $2)', [from, memberId]);
  await tx.query(
    `insert into known_addresses (viewer_id, person_id, email)
     select viewer_id, $1, $2 from (
       select user_id as viewer_id from contact_names where email = $2
       union select requester_id from requests_made where recipient_email = $2 or asked_id = $1
       union select a.user_id from requests_made r join addresses a on a.email = r.recipient_email
             where r.requester_id = $1
       union ${isApart ? 'select unnest($3::uuid[])' : paidOrPayers}
     ) who_knows where viewer_id <> $1
     on conflict do nothing`,
    [memberId, from, ...(isApart ? [await paidOrPayersIn(books, memberId)] : [])],
  );
}

async function paidOrPayersIn(books: Queryable, memberId: string): Promise<string[]> {
  const { rows } = await books.query<{ id: string }>(paidOrPayers, [memberId]);
  return rows.map(({ id }) => id);
}

export async function listFormerAddresses(database: Queryable, memberId: string): Promise<FormerAddress[]> {
  const { rows } = await database.query<FormerAddress>(
    'select email, since from former_addresses where user_id = $1 order by since desc, email',
    [memberId],
  );
  return rows;
}

/**
 * Gives up a former address, which then has no account. Requests to the address stay with the member. A trace of the
 * used limits stays with the address. Refusals: `not_found`.
 */
export const giveUpAddress = (
  { pool, traces, keepRequests }: GiveUpDependencies,
  member: Member,
  email: string,
): Promise<void> =>
  transact(pool, async (tx) => {
    const { rowCount } = await tx.query('delete from former_addresses where email = $1 and user_id = $2', [
      email,
      member.id,
    ]);
    if (rowCount === 0) throw new Refusal('not_found', 'This is not one of your former addresses.');
    await keepRequests(tx, { memberId: member.id, email });
    await traces.leave(tx, member.id, [email]);
    await recordChange(tx, [member.id], 'account');
    await queueMail(tx, {
      to: member.email,
      subject: 'You gave up a former address',
      body: [
        `${email} no longer leads to your {{brand}} account. Someone else can now open an account with it.`,
        'If this was not you, change your password on your profile page. This signs out all other devices.',
      ].join('\n\n'),
    });
  });

/** Returns the addresses by which the viewer knows people who changed theirs. Contains no other people. */
export async function knownAddresses(
  database: Queryable,
  viewerId: string,
  people: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.query<{ person_id: string; email: string }>(
    'select person_id, email from known_addresses where viewer_id = $1 and person_id = any ($2)',
    [viewerId, people],
  );
  return new Map(rows.map((row) => [row.person_id, row.email]));
}

/** Records the address that the viewer just used for a person with several addresses. */
export async function recordKnownAddress(
  database: Queryable,
  viewerId: string,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  await database.query(
    `insert into known_addresses (viewer_id, person_id, email) values ($1, $2, $3)
     on conflict (viewer_id, person_id) do update set email = excluded.email
     where known_addresses.email <> excluded.email`,
    [viewerId, id, email],
  );
}
