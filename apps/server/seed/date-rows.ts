import type { Queryable } from '../src/platform/database/pool.ts';

const opening = `$1::timestamptz - interval '1 hour'`;

/** Creates the postings tables of every year since then. */
export async function openYearsSince(tx: Queryable, first: Date): Promise<void> {
  await tx.query(
    `select ledger.open_year(year) from generate_series($1::int, extract(year from now() at time zone 'UTC')::int) year`,
    [first.getUTCFullYear()],
  );
}

/** Dates the members and the house's stock of coins an hour before the first scene. */
export async function dateOpening(tx: Queryable, members: readonly string[], first: Date): Promise<void> {
  await tx.query(
    `update users set created_at = ${opening}, password_changed_at = ${opening},
                      email_confirmed_at = case when email_confirmed_at is not null then ${opening} end
     where id = any ($2)`,
    [first, members],
  );
  await tx.query(`update payment_methods set created_at = ${opening} where user_id = any ($2)`, [first, members]);
  await tx.query(
    `with supplied as (
       update ledger.journal_entries set recorded_at = ${opening} where kind = 'house_supply' returning id, recorded_at
     )
     update ledger.postings p set recorded_on = (s.recorded_at at time zone 'UTC')::date
     from supplied s where p.entry_id = s.id`,
    [first],
  );
}

/**
 * Dates the rows that a command has written outside the ledger. These rows still have the start of this transaction as
 * their time.
 */
export async function dateOtherRows(tx: Queryable, moment: Date): Promise<void> {
  await tx.query({
    name: 'date-other-rows',
    text: `
      with charge as (
        update charges set created_at = $1::timestamptz, working_until = $1 where created_at = now()
      ), request as (
        update payment_requests set created_at = $1::timestamptz - interval '5 hours',
                                    expires_at = $1::timestamptz - interval '5 hours' + interval '30 days'
        where created_at = now()
      )
      update mails set created_at = $1::timestamptz - interval '5 hours', sent_at = $1::timestamptz - interval '5 hours'
      where created_at = now()`,
    values: [moment],
  });
}

/** Dates the contacts by the sends to them, and marks past notifications as read. */
export async function dateContactsAndReads(tx: Queryable, members: readonly string[], last: Date): Promise<void> {
  await tx.query(
    `update contacts c set created_at = sent.first, last_sent_at = sent.last
     from (
       select e.actor, u.email, min(e.recorded_at) as first, max(e.recorded_at) as last
       from books.entries e join users u on u.id::text = e.metadata ->> 'recipient'
       group by e.actor, u.email
     ) sent
     where c.user_id = sent.actor and c.email = sent.email`,
  );
  await tx.query(
    'insert into notification_reads (user_id, read_until) select id, $1 from unnest($2::uuid[]) id on conflict do nothing',
    [last, members],
  );
}
